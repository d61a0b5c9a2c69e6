/** From an agent's options to a plan, once for all runs. What depends on a run, the plan asks for when that starts. */

import { DEFAULT_MAX_RESULT_CHARS } from "../call/invoke-tool.ts";
import type { RememberedDecisions } from "../gating/remembered-decisions.ts";
import { resolveGuardrails } from "../gating/resolve-guardrails.ts";
import type { Model } from "../model/model.ts";
import type { RunPlan } from "../run/plan.ts";
import type { AgentLink } from "./agent-link.ts";
import type { AgentOptions } from "./agent-options.ts";
import { updateSessionState } from "./agentic-state.ts";
import type { CallableCache } from "./callable-cache.ts";
import { loadInstructions } from "./instructions.ts";
import { isForced, offerTools } from "./offer-tools.ts";
import { resolveAgents } from "./resolve-agents.ts";
import { resolveOutput } from "./resolve-output.ts";
import type { TeamSource } from "./resolve-team.ts";

const DEFAULT_MAX_TURNS = 10;
const DEFAULT_MAX_DEPTH = 8;
const DEFAULT_MAX_REPEATED_CALLS = 5;
const DEFAULT_CANCEL_GRACE = 1_000;

export interface PlanSource {
  readonly agent: object;
  readonly name: string;
  readonly options: AgentOptions;
  readonly links: readonly AgentLink[];
  /** What it has beside them, where it is a team. */
  readonly team: TeamSource | undefined;
  readonly cache: CallableCache;
  readonly remembered: RememberedDecisions;
  /** Loads the provider's code, and reads its key. */
  readonly loadModel: () => Promise<Model>;
}

/** @throws UserError for options that do not go together. */
export async function createPlan({
  agent,
  name,
  options,
  links,
  team,
  cache,
  remembered,
  loadModel,
}: PlanSource): Promise<RunPlan> {
  const { modelSettings: settings = {} } = options;
  const agents = resolveAgents(links, team);
  const guardrails = resolveGuardrails(options.guardrails, `Agent "${name}"`);
  const own = options.agenticState ? [updateSessionState] : [];
  // Before the model: what is wrong with the tools is found without a key.
  const offered = offerTools({ agent, name, options, moreTools: [...own, ...agents.tools], cache });
  const output = options.outputType && (await resolveOutput(options.outputType, name));
  return {
    agent,
    agentName: name,
    instructions: await loadInstructions(options, name),
    model: await loadModel(),
    ...offered,
    ...(output && { output }),
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
    ...(options.compact && { compact: options.compact }),
    unknownArguments: options.unknownArguments ?? "refuse",
    coerceArguments: options.coerceArguments ?? false,
    redact: options.redact ?? [],
    ...(options.cache && { cache: options.cache }),
    toolHooks: options.toolHooks ?? [],
    hooks: options.hooks ? [options.hooks] : [],
    guardrails,
    streamGuarded: options.streamGuarded ?? "buffer",
    remembered,
    handoffs: agents.handoffs,
    delegates: agents.delegates,
    ...(team && { team: agent }),
    sendMediaToModel: options.sendMediaToModel ?? true,
    storeMedia: options.storeMedia ?? true,
    maxResultChars: options.maxResultChars ?? DEFAULT_MAX_RESULT_CHARS,
  };
}
