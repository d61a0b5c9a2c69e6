/** Anthropic limits what the strict tools of one request may have together; this decides which of them stay strict. */
import type { ToolDefinition } from "../manifest.ts";
import { ANTHROPIC_STRICT_LIMITS, anthropicStrictCost } from "./anthropic.ts";
import { lower } from "./lower.ts";
import type { Loss, LoweredTool } from "./lowered.ts";

/**
 * Lowers the tools of one request that are to be strict, in their order: each is strict as long as it fits beside those
 * before it. One that does not is lowered to `anthropic`, and its `obstacles` say which limit it met; smaller ones after
 * it may still fit.
 */
export function lowerForAnthropicRequest(definitions: readonly ToolDefinition[]): readonly LoweredTool[] {
  const used = { tools: 0, optional: 0, unions: 0, enumValues: 0 };
  return definitions.map((definition) => {
    const lowered = lower(definition, "anthropic-strict");
    if (!lowered.strict) return lowered;
    const cost = { tools: 1, ...anthropicStrictCost(lowered.definition.parameters) };
    const obstacles = LIMITED.filter(({ limit }) => used[limit] + cost[limit] > ANTHROPIC_STRICT_LIMITS[limit]).map(
      ({ limit, keyword, what }): Loss => ({
        pointer: "",
        keyword,
        why: `the strict tools of a request may have ${ANTHROPIC_STRICT_LIMITS[limit]} ${what} in all, and ${used[limit]} are taken`,
        described: false,
      }),
    );
    if (obstacles.length > 0) return { ...lower(definition, "anthropic"), obstacles };
    for (const { limit } of LIMITED) used[limit] += cost[limit];
    return lowered;
  });
}

const LIMITED = [
  { limit: "tools", keyword: "name", what: "tools" },
  { limit: "optional", keyword: "required", what: "optional properties" },
  { limit: "unions", keyword: "anyOf", what: "unions" },
  { limit: "enumValues", keyword: "enum", what: "enum values" },
] as const;
