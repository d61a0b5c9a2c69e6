import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../json-schema.ts";
import type { ToolDefinition } from "../manifest.ts";
import { lowerForAnthropicRequest } from "./anthropic-request.ts";

function toolWith(name: string, property: JsonSchema, count: number, isRequired: boolean): ToolDefinition {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  const properties = Object.fromEntries(names.map((each) => [each, property]));
  const parameters = { type: "object", properties, additionalProperties: false } as const;
  return { name, description: "", parameters: isRequired ? { ...parameters, required: names } : parameters };
}

describe("the strict tools of one request to Anthropic", () => {
  const strictOf = (definitions: readonly ToolDefinition[]): readonly boolean[] =>
    lowerForAnthropicRequest(definitions).map(({ strict }) => strict);

  it("are at most twenty", () => {
    const tools = Array.from({ length: 22 }, (_, index) => toolWith(`t${index}`, { type: "string" }, 1, true));
    expect(strictOf(tools).filter(Boolean)).toHaveLength(20);
    expect(lowerForAnthropicRequest(tools)[20]).toMatchObject({
      dialect: "anthropic",
      obstacles: [{ keyword: "name", why: "the strict tools of a request may have 20 tools in all, and 20 are taken" }],
    });
  });

  it.each<[string, JsonSchema, boolean, readonly number[], readonly boolean[]]>([
    ["optional properties", { type: "string" }, false, [20, 5, 4], [true, false, true]],
    ["unions", { type: ["string", "null"] }, true, [10, 7, 6], [true, false, true]],
    ["enum values", { type: "string", enum: ["a", "b", "c", "d", "e"] }, true, [30, 11, 10], [true, false, true]],
  ])("share a number of %s, and what does not fit is sent plainly", (_what, property, isRequired, counts, wanted) => {
    expect(strictOf(counts.map((count, index) => toolWith(`t${index}`, property, count, isRequired)))).toEqual(wanted);
  });
});
