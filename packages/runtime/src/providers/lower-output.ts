/** The schema of a structured answer in a provider's dialect, and the answer's text back in neutral terms. */
import { type Dialect, type JsonSchema, type LoweredSchema, lowerSchema } from "../manifest/index.ts";

const cache = new WeakMap<JsonSchema, Map<Dialect, LoweredSchema>>();

/** Lowers once for each schema. `undefined` where the dialect cannot express it. */
export function lowerOutput(schema: JsonSchema, dialect: Dialect): LoweredSchema | undefined {
  let known = cache.get(schema);
  if (known === undefined) {
    known = new Map();
    cache.set(schema, known);
  }
  let lowered = known.get(dialect);
  if (lowered === undefined) {
    lowered = lowerSchema(schema, dialect);
    known.set(dialect, lowered);
  }
  return lowered.obstacles.length > 0 ? undefined : lowered;
}

/** For a provider that takes no schema for its answer, or not this one. */
export function describeOutput(schema: JsonSchema): string {
  return `Give your final answer as JSON alone, without a code block, by this JSON Schema: ${JSON.stringify(schema)}`;
}
