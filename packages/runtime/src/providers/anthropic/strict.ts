/** Which tools are sent strictly: the schemas of one request may cost so much together, and no more. */
import { type Dialect, type LoweredTool, lowerForAnthropicRequest, type ToolDefinition } from "../../manifest/index.ts";
import type { ModelTool } from "../../model/model.ts";
import { warnOfObstacles } from "../lower-tools.ts";

/** Models since Claude 4.5, and Opus 4.1, take schemas that hold, for tools and for the answer. */
export function takesSchemas(model: string): boolean {
  return !/^claude-(?:[123]|instant|(?:sonnet|haiku)-4(?:-[0-4])?(?:-\d{6,}|$)|opus-4(?:-0)?(?:-\d{6,}|$))/.test(model);
}

interface StrictSet {
  readonly definitions: readonly ToolDefinition[];
  readonly lowered: readonly LoweredTool[];
}

/** By the first strict tool of a request: an agent asks with the same tools again and again. */
const known = new WeakMap<ToolDefinition, StrictSet>();

/** The dialect, or the lowered tool, for each tool of a request to this model. */
export function chooseDialects(tools: readonly ModelTool[], model: string): (tool: ModelTool) => Dialect | LoweredTool {
  const strict = takesSchemas(model) ? tools.filter((tool) => tool.strict) : [];
  const lowered = lowerTogether(strict.map((tool) => tool.definition));
  return (tool) => lowered[strict.indexOf(tool)] ?? "anthropic";
}

function lowerTogether(definitions: readonly ToolDefinition[]): readonly LoweredTool[] {
  const [first] = definitions;
  if (first === undefined) return [];
  const before = known.get(first);
  if (before !== undefined && isSame(before.definitions, definitions)) return before.lowered;
  const lowered = lowerForAnthropicRequest(definitions);
  known.set(first, { definitions, lowered });
  for (const [index, tool] of lowered.entries()) warnOfObstacles(tool, definitions[index]?.name ?? "");
  return lowered;
}

function isSame(before: readonly ToolDefinition[], now: readonly ToolDefinition[]): boolean {
  return before.length === now.length && before.every((definition, index) => definition === now[index]);
}
