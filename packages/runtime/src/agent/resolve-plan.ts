/** From an agent's options to a plan. What does not depend on the run is resolved once for all runs. */

import { DEFAULT_MAX_RESULT_CHARS } from "../call/invoke-tool.ts";
import { UserError } from "../errors/user-error.ts";
import type { RememberedDecisions } from "../gating/remembered-decisions.ts";
import { resolveGuardrails } from "../gating/resolve-guardrails.ts";
import type { Model, ModelSettings, ModelTool } from "../model/model.ts";
import type { OpenedTools, RunPlan } from "../run/plan.ts";
import { optionsOf, toolOf } from "../tool/function-definitions.ts";
import type { RunContext } from "../tool/run-context.ts";
import type { BoundTool } from "../tool/tool.ts";
import { isToolSource } from "../tool/tool-source.ts";
import type { AgentLink } from "./agent-link.ts";
import type { AgentOptions, ToolEntry, ToolFactory } from "./agent-options.ts";
import { loadInstructions } from "./instructions.ts";
import { openEntries } from "./open-entries.ts";
import { resolveAgents } from "./resolve-agents.ts";
import { isClass, resolveTools } from "./resolve-tools.ts";

const DEFAULT_MAX_TURNS = 10;
const DEFAULT_MAX_DEPTH = 8;
const DEFAULT_MAX_REPEATED_CALLS = 5;
const DEFAULT_CANCEL_GRACE = 1_000;

/** The plan of each run of an agent. */
export type PlanRun = (ctx: RunContext) => RunPlan | Promise<RunPlan>;

export interface PlanSource {
  readonly agent: object;
  readonly name: string;
  readonly options: AgentOptions;
  readonly links: readonly AgentLink[];
  readonly remembered: RememberedDecisions;
  /** Loads the provider's code, and reads its key. */
  readonly loadModel: () => Promise<Model>;
}

/** @throws UserError for options that do not go together. */
export async function createPlanner({
  agent,
  name,
  options,
  links,
  remembered,
  loadModel,
}: PlanSource): Promise<PlanRun> {
  const { tools = [], mcp = [], modelSettings: settings = {} } = options;
  const agents = resolveAgents(links);
  const guardrails = resolveGuardrails(options.guardrails, `Agent "${name}"`);
  const chooseAtHand = (entries: readonly ToolEntry[]): ToolsOfPlan => {
    const chosen = toolsOfPlan([...entries, ...agents.tools], name, options);
    assertToolChoice(settings, chosen.tools, name);
    return chosen;
  };
  const choose = (ofAgent: readonly ToolEntry[]): ToolsOfPlan => {
    const entries = [...ofAgent, ...mcp];
    if (!entries.some(isToolSource)) return chooseAtHand(entries);
    const open = async (ctx: RunContext): Promise<OpenedTools> => {
      const opened = await openEntries(entries, { ctx, agent, agentName: name });
      try {
        return { ...chooseAtHand(opened.entries), close: opened.close };
      } catch (error) {
        await opened.close();
        throw error;
      }
    };
    const atHand = entries.filter((entry) => !isToolSource(entry));
    return { ...toolsOfPlan([...atHand, ...agents.tools], name, options), openTools: open };
  };
  // Before the model: what is wrong with the tools is found without a key.
  if (typeof tools === "function") assertFactory(tools, name);
  const fixed = typeof tools === "function" ? undefined : choose(tools);
  const common = {
    agent,
    agentName: name,
    instructions: await loadInstructions(options, name),
    model: await loadModel(),
    settings,
    laterSettings: isForced(settings.toolChoice) ? { ...settings, toolChoice: "auto" } : settings,
    limits: {
      maxTurns: options.maxTurns ?? DEFAULT_MAX_TURNS,
      maxTotalTokens: options.maxTotalTokens ?? Number.POSITIVE_INFINITY,
      timeout: options.timeout,
      toolCalls: options.toolCallLimit ?? Number.POSITIVE_INFINITY,
      toolConcurrency:
        settings.parallelToolCalls === false ? 1 : (options.maxToolConcurrency ?? Number.POSITIVE_INFINITY),
      cancelGrace: options.cancelGrace ?? DEFAULT_CANCEL_GRACE,
      depth: options.maxDepth ?? DEFAULT_MAX_DEPTH,
      repeatedCalls: options.maxRepeatedCalls ?? DEFAULT_MAX_REPEATED_CALLS,
    },
    unknownArguments: options.unknownArguments ?? "refuse",
    redact: options.redact ?? [],
    toolHooks: options.toolHooks ?? [],
    hooks: options.hooks ? [options.hooks] : [],
    guardrails,
    streamGuarded: options.streamGuarded ?? "buffer",
    remembered,
    handoffs: agents.handoffs,
    delegates: agents.delegates,
    sendMediaToModel: options.sendMediaToModel ?? true,
    maxResultChars: options.maxResultChars ?? DEFAULT_MAX_RESULT_CHARS,
  } as const;
  if (typeof tools === "function")
    return async (ctx) => ({ ...common, ...choose(await askFactory(tools, agent, name, ctx)) });
  const plan: RunPlan = { ...common, ...(fixed ?? choose(tools)) };
  return () => plan;
}

type ToolsOfPlan = Pick<RunPlan, "tools" | "modelTools" | "openTools">;

function toolsOfPlan(entries: readonly ToolEntry[], agentName: string, { strictTools }: AgentOptions): ToolsOfPlan {
  const tools = resolveTools(entries, agentName);
  for (const { name, options } of tools.values()) resolveGuardrails(options.guardrails, `Tool "${name}"`);
  const modelTools = [...tools.values()].map((tool) => toModelTool(tool, strictTools));
  return { tools, modelTools };
}

function toModelTool({ definition, options }: BoundTool, strictTools: boolean | undefined): ModelTool {
  const strict = options.strict ?? strictTools;
  return { definition, ...(strict !== undefined && { strict }) };
}

function isForced(choice: ModelSettings["toolChoice"]): boolean {
  return choice !== undefined && choice !== "auto" && choice !== "none";
}

function assertToolChoice(
  { toolChoice }: ModelSettings,
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

/** A function is a factory only if it is nothing else: a tool belongs in a list. */
function assertFactory(factory: object, agentName: string): void {
  const what = toolOf(factory) || optionsOf(factory) ? "a tool" : isClass(factory) ? "a class" : undefined;
  if (!what) return;
  throw new UserError(
    "RUNA_NOT_A_FACTORY",
    `Agent "${agentName}": tools is ${what}. Put it in a list, tools: […]; a function in place of the list chooses the tools of each run.`,
  );
}

async function askFactory(
  factory: ToolFactory,
  agent: object,
  agentName: string,
  ctx: RunContext,
): Promise<readonly ToolEntry[]> {
  const chosen: unknown = await factory({ ctx, agent, sessionState: ctx.sessionState });
  if (chosen === undefined || chosen === null) return [];
  if (Array.isArray(chosen)) return chosen;
  throw new UserError(
    "RUNA_NOT_A_FACTORY",
    `The tools function of agent "${agentName}" gave ${typeof chosen}, not a list of tools.`,
  );
}
