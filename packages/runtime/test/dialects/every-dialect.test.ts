import { describe, expect, it } from "vitest";
import { DIALECTS, type Dialect, type JsonSchema, lower, type ToolDefinition } from "../../src/manifest/index.ts";
import { violationsOf } from "../support/dialect-checkers.ts";
import { FOREIGN, GENERATED, type NeutralCase } from "../support/neutral-schemas.ts";

const CASES: readonly NeutralCase[] = [...GENERATED, ...FOREIGN];

/** Schemas from elsewhere need not have the shape that the manifest's type promises. */
function tool(parameters: JsonSchema): ToolDefinition {
  return { name: "a_tool", description: "Does it.", parameters: parameters as ToolDefinition["parameters"] };
}

describe.each(DIALECTS)("%s", (dialect: Dialect) => {
  it.each(CASES)("takes $name as lowered (A17)", ({ parameters }) => {
    const { definition, dialect: given } = lower(tool(parameters), dialect);
    expect(violationsOf(definition.parameters, given)).toEqual([]);
  });

  it.each(CASES)("leaves the neutral schema of $name as it is", ({ parameters }) => {
    const before = JSON.stringify(parameters);
    lower(tool(parameters), dialect);
    expect(JSON.stringify(parameters)).toBe(before);
  });
});

describe.each(["openai-strict", "anthropic-strict"] as const)("%s", (dialect) => {
  it.each(CASES)("expresses $name, or says why it cannot (A17)", ({ parameters, inexpressible }) => {
    const lowered = lower(tool(parameters), dialect);
    expect({ strict: lowered.strict, why: lowered.obstacles.length > 0 }).toEqual(
      inexpressible?.includes(dialect) ? { strict: false, why: true } : { strict: true, why: false },
    );
  });
});
