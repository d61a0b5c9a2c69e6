/** Tools of a request in a provider's dialect, and its answer's calls back in neutral terms. */
import { warn } from "../logging/logger.ts";
import type { ToolNameRule } from "../manifest/dialects/tool-name.ts";
import { type Dialect, type LoweredTool, lower, type ToolDefinition } from "../manifest/index.ts";
import type { JsonValue } from "../manifest/json-schema.ts";
import type { ToolCall } from "../model/item.ts";
import type { ModelTool } from "../model/model.ts";
import { toEchoName } from "./echo-calls.ts";

export interface LoweredTools {
  readonly lowered: readonly LoweredTool[];
  /** The name that a tool has at the provider; for a tool that is none of these, a name that it takes. */
  toWireName(name: string): string;
  toNeutralName(wireName: string): string;
  /** A call as the model made it to the call that the tool expects. The same object where nothing differs. */
  restore(call: ToolCall): ToolCall;
}

/** By definition: tools outlive requests, and lowering costs more than sending. */
const cache = new WeakMap<ToolDefinition, Map<Dialect, LoweredTool>>();

/**
 * @param choose The dialect for each tool, by what it asks for; or the tool, where it was lowered already.
 * @param names Of the provider.
 */
export function lowerTools(
  tools: readonly ModelTool[],
  choose: (tool: ModelTool) => Dialect | LoweredTool,
  names: ToolNameRule,
): LoweredTools {
  const lowered = tools.map((tool) => {
    const chosen = choose(tool);
    return typeof chosen === "string" ? lowerOnce(tool.definition, chosen) : chosen;
  });
  return namesAndWays(tools, lowered, names);
}

function lowerOnce(definition: ToolDefinition, dialect: Dialect): LoweredTool {
  let known = cache.get(definition);
  if (known === undefined) {
    known = new Map();
    cache.set(definition, known);
  }
  let tool = known.get(dialect);
  if (tool === undefined) {
    tool = lower(definition, dialect);
    known.set(dialect, tool);
    warnOfObstacles(tool, definition.name);
  }
  return tool;
}

/** Once, because this runs once for a definition. */
export function warnOfObstacles({ obstacles, dialect }: LoweredTool, name: string): void {
  const [first] = obstacles;
  if (first === undefined) return;
  warn(
    "RUNA_NOT_STRICT",
    `Tool "${name}" cannot be strict and is sent as ${dialect}: ${first.why}. Leave strict out for this tool, or change its parameters. \`runa-gen --target\` reports such tools early.`,
  );
}

function namesAndWays(tools: readonly ModelTool[], lowered: readonly LoweredTool[], names: ToolNameRule): LoweredTools {
  const wireNames = new Map<string, string>();
  const byWireName = new Map<string, { readonly name: string; readonly tool: LoweredTool }>();
  for (const [index, tool] of lowered.entries()) {
    const name = tools[index]?.definition.name ?? tool.definition.name;
    const wireName = tool.definition.name;
    if (wireName !== name) wireNames.set(name, wireName);
    if (wireName !== name || tool.restore !== undefined) byWireName.set(wireName, { name, tool });
  }
  return {
    lowered,
    toWireName: (name) => wireNames.get(name) ?? toEchoName(name, names),
    toNeutralName: (wireName) => byWireName.get(wireName)?.name ?? wireName,
    restore(call) {
      const known = byWireName.get(call.name);
      if (known === undefined) return call;
      const { restore } = known.tool;
      const argumentsText = restore === undefined ? call.argumentsText : restoreText(call.argumentsText, restore);
      return { ...call, name: known.name, argumentsText };
    },
  };
}

/** JSON text through a way back; text that is no JSON stays as it is, for whoever explains what is wrong with it. */
export function restoreText(text: string, restore: (value: JsonValue) => JsonValue): string {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  return JSON.stringify(restore(value));
}

/** What a provider is sent for each lowered tool, made once for it. */
export function wireTools<Wire>(toWire: (tool: LoweredTool) => Wire): (lowered: readonly LoweredTool[]) => Wire[] {
  const made = new WeakMap<LoweredTool, Wire>();
  return (lowered) =>
    lowered.map((tool) => {
      let wire = made.get(tool);
      if (wire === undefined) {
        wire = toWire(tool);
        made.set(tool, wire);
      }
      return wire;
    });
}
