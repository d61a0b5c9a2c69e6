/** MCP's `inputSchema`: any JSON Schema 2020-12 whose root says `type: "object"`. For tools that runa serves. */
import type { JsonSchema } from "../json-schema.ts";
import type { LoweredSchema } from "./lowered.ts";
import { type Pass, runPasses } from "./pass.ts";

const objectType: Pass = (schema, notes) => ({
  schema: schema.type === "object" ? schema : notes.derive(schema, { ...schema, type: "object" as const }),
});

export function lowerForMcp(neutral: JsonSchema): LoweredSchema {
  return runPasses(neutral, [objectType]);
}
