/** Which tools are sent strictly: the schemas of one request may cost so much together, and no more. */
import { ANTHROPIC_STRICT_LIMITS, anthropicStrictCost, type Dialect } from "../../manifest/index.ts";
import type { ModelTool } from "../../model/model.ts";
import { lowerOnce } from "../lower-tools.ts";

/** Models since Claude 4.5, and Opus 4.1, take schemas that hold, for tools and for the answer. */
export function takesSchemas(model: string): boolean {
  return !/^claude-(?:[123]|instant|(?:sonnet|haiku)-4(?:-[0-4])?(?:-\d{6,}|$)|opus-4(?:-0)?(?:-\d{6,}|$))/.test(model);
}

/** Strict for the tools that ask for it, in their order, as long as they fit into one request together. */
export function chooseDialects(tools: readonly ModelTool[], model: string): (tool: ModelTool) => Dialect {
  const strict = new Set<ModelTool>();
  const used = { tools: 0, optional: 0, unions: 0, enumValues: 0 };
  for (const tool of takesSchemas(model) ? tools : []) {
    if (!tool.strict) continue;
    const lowered = lowerOnce(tool.definition, "anthropic-strict");
    if (!lowered.strict) continue;
    const cost = { tools: 1, ...anthropicStrictCost(lowered.definition.parameters) };
    const sum = {
      tools: used.tools + cost.tools,
      optional: used.optional + cost.optional,
      unions: used.unions + cost.unions,
      enumValues: used.enumValues + cost.enumValues,
    };
    if (LIMITED.some((name) => sum[name] > ANTHROPIC_STRICT_LIMITS[name])) continue;
    Object.assign(used, sum);
    strict.add(tool);
  }
  return (tool) => (strict.has(tool) ? "anthropic-strict" : "anthropic");
}

const LIMITED = ["tools", "optional", "unions", "enumValues"] as const;
