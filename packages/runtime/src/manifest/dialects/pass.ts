/** A step of lowering, and how steps are strung together. */
import type { JsonSchema } from "../json-schema.ts";
import type { LoweredSchema, Restore } from "./lowered.ts";
import { Notes } from "./notes.ts";
import { transform } from "./subschemas.ts";

/**
 * **Contract.** Gives a new schema, or the same object where nothing changes; never changes what it was given. Tells
 * `notes` what it drops, and derives each node that it makes from the one it stands for.
 */
export type Pass = (schema: JsonSchema, notes: Notes) => Passed;

export interface Passed {
  readonly schema: JsonSchema;
  /** From a value under the schema that the pass made to a value under the one that it was given. */
  readonly restore?: Restore;
}

/** A pass that looks at one node at a time, inner ones first, and leaves values alone. */
export function nodePass(rule: (node: JsonSchema, root: JsonSchema, notes: Notes) => JsonSchema): Pass {
  return (schema, notes) => ({ schema: transform(schema, notes, (node) => rule(node, schema, notes)) });
}

/** Runs passes in order; their ways back run in the opposite order. */
export function runPasses(neutral: JsonSchema, passes: readonly Pass[]): LoweredSchema {
  const notes = new Notes(neutral);
  const restores: Restore[] = [];
  let schema = neutral;
  for (const pass of passes) {
    const passed = pass(schema, notes);
    schema = passed.schema;
    if (passed.restore) restores.unshift(passed.restore);
  }
  const { lost, obstacles } = notes;
  if (restores.length === 0) return { schema, lost, obstacles };
  return { schema, restore: (value) => restores.reduce((sofar, restore) => restore(sofar), value), lost, obstacles };
}
