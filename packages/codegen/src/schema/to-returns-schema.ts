/** What a tool gives back, as a schema. */
import type { JsonSchema } from "@runa/runtime/manifest";
import type { TypeShape } from "../signature/type-shape.ts";
import { assembleSchema } from "./assemble-schema.ts";
import { createResultContext } from "./schema-context.ts";
import { toDraft } from "./to-json-schema.ts";

/**
 * The JSON form of the awaited value, as `JSON.stringify` writes it: a date is a text, objects are open, functions are
 * not there. Nothing is returned where the type says nothing of it. There are no findings: nobody is refused for what
 * this schema says.
 */
export function toReturnsSchema(shape: TypeShape): JsonSchema | undefined {
  const context = createResultContext();
  const place = { path: "", location: { file: "", line: 0, column: 0, endLine: 0, endColumn: 0 } };
  const { schema } = assembleSchema(toDraft(shape, place, context), context.bodies);
  return Object.keys(schema).some((keyword) => keyword !== "description") ? schema : undefined;
}
