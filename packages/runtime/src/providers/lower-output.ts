/** The schema of a structured answer in a provider's dialect, and the answer's text back in neutral terms. */
import { type Dialect, type JsonSchema, type LoweredSchema, lowerSchema } from "../manifest/index.ts";

export interface LoweredOutput extends LoweredSchema {
  readonly dialect: Dialect;
}

const cache = new WeakMap<JsonSchema, Map<Dialect, LoweredOutput>>();

/** Lowers once for each schema, to the first of these dialects that can express it. `undefined` where none can. */
export function lowerOutput(schema: JsonSchema, ...dialects: readonly Dialect[]): LoweredOutput | undefined {
  for (const dialect of dialects) {
    const lowered = lowerTo(schema, dialect);
    if (lowered.obstacles.length === 0) return lowered;
  }
  return undefined;
}

/** Both of OpenAI's interfaces refuse a whole request for a name with other characters, such as those of a title. */
export function outputName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "output";
}

function lowerTo(schema: JsonSchema, dialect: Dialect): LoweredOutput {
  let known = cache.get(schema);
  if (known === undefined) {
    known = new Map();
    cache.set(schema, known);
  }
  let lowered = known.get(dialect);
  if (lowered === undefined) {
    lowered = { ...lowerSchema(schema, dialect), dialect };
    known.set(dialect, lowered);
  }
  return lowered;
}

/** For a provider that takes no schema for its answer, or not this one. */
export function describeOutput(schema: JsonSchema): string {
  return `Give your final answer as JSON alone, without a code block, by this JSON Schema: ${JSON.stringify(schema)}`;
}
