/** The tools that a model is offered: those that are known before a run, and those that are chosen or opened for one. */
import { UserError } from "../errors/user-error.ts";
import { resolveGuardrails } from "../gating/resolve-guardrails.ts";
import type { ModelSettings, ModelTool } from "../model/model.ts";
import type { OpenedTools, RunPlan } from "../run/plan.ts";
import { openEntries } from "../tool/open-entries.ts";
import { isProviderTool } from "../tool/provider-tool.ts";
import { resolveTools } from "../tool/resolve-tools.ts";
import type { RunContext } from "../tool/run-context.ts";
import type { BoundTool } from "../tool/tool.ts";
import { type ToolEntry, toEntries } from "../tool/tool-entry.ts";
import { toolInstructions } from "../tool/tool-instructions.ts";
import { isToolSource } from "../tool/tool-source.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { CallableCache } from "./callable-cache.ts";
import { askFactory, assertFactory } from "./tool-factory.ts";

export type OfferedTools = Pick<RunPlan, "tools" | "modelTools" | "providerTools" | "toolInstructions" | "openTools">;

export interface ToolsSource {
  readonly agent: object;
  readonly name: string;
  readonly options: AgentOptions;
  /** Behind all others: those that the runtime makes, and that lead to other agents. */
  readonly moreTools: readonly ToolEntry[];
  readonly cache: CallableCache;
}

/** @throws UserError for what is no tool, and for two of one name, where that can be known now. */
export function offerTools(source: ToolsSource): OfferedTools {
  const { tools = [], mcp = [] } = source.options;
  if (typeof tools === "function") {
    assertFactory(tools, source.name);
    const open = async (ctx: RunContext, team: object | undefined): Promise<OpenedTools> => {
      const chosen = await askFactory(tools, { ...requestOf(source), ctx, team }, source.cache);
      return openOffer(source, [...chosen, ...mcp], ctx);
    };
    return { ...offer(source, []), openTools: open };
  }
  const entries = [...toEntries(tools), ...mcp];
  if (!entries.some(isToolSource)) return offerAll(source, entries);
  const atHand = entries.filter((entry) => !isToolSource(entry));
  return { ...offer(source, atHand), openTools: (ctx) => openOffer(source, entries, ctx) };
}

async function openOffer(source: ToolsSource, entries: readonly ToolEntry[], ctx: RunContext): Promise<OpenedTools> {
  const opened = await openEntries(entries, { ...requestOf(source), ctx });
  try {
    return { ...offerAll(source, opened.entries), close: opened.close };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function requestOf({ agent, name }: ToolsSource): { readonly agent: object; readonly agentName: string } {
  return { agent, agentName: name };
}

function offerAll(source: ToolsSource, entries: readonly ToolEntry[]): OfferedTools {
  const offered = offer(source, entries);
  assertToolChoice(source.options.modelSettings?.toolChoice, offered.tools, source.name);
  return offered;
}

function offer({ name, options, moreTools }: ToolsSource, entries: readonly ToolEntry[]): OfferedTools {
  const all = [...entries, ...moreTools];
  const tools = resolveTools(
    all.filter((entry) => !isProviderTool(entry)),
    `Agent "${name}"`,
  );
  for (const tool of tools.values()) resolveGuardrails(tool.options.guardrails, `Tool "${tool.name}"`);
  const list = [...tools.values()];
  return {
    tools,
    modelTools: list.map((tool) => toModelTool(tool, options.strictTools)),
    providerTools: all.filter(isProviderTool).map(({ definition }) => definition),
    toolInstructions: toolInstructions(list),
  };
}

function toModelTool({ definition, options }: BoundTool, strictTools: boolean | undefined): ModelTool {
  const strict = options.strict ?? strictTools;
  return { definition, ...(strict !== undefined && { strict }) };
}

/** Whether the model must call a tool. */
export function isForced(choice: ModelSettings["toolChoice"]): boolean {
  return choice !== undefined && choice !== "auto" && choice !== "none";
}

function assertToolChoice(
  toolChoice: ModelSettings["toolChoice"],
  tools: ReadonlyMap<string, BoundTool>,
  agentName: string,
): void {
  if (!toolChoice || !isForced(toolChoice)) return;
  if (toolChoice === "required" ? tools.size > 0 : tools.has(toolChoice)) return;
  const known = tools.size > 0 ? `Its tools are ${[...tools.keys()].join(", ")}.` : "It has no tools.";
  throw new UserError(
    "RUNA_INVALID_OPTION",
    `Agent "${agentName}": modelSettings.toolChoice "${toolChoice}" cannot be met. ${known}`,
  );
}
