/** The function in place of `tools`: what may stand there, and what it may give. It is asked when a run starts. */
import { UserError } from "../errors/user-error.ts";
import { optionsOf, toolOf } from "../tool/function-definitions.ts";
import { isClass } from "../tool/refuse-entry.ts";
import type { RunContext } from "../tool/run-context.ts";
import { isTool } from "../tool/tool.ts";
import { isToolSet, type ToolEntry, toEntries } from "../tool/tool-entry.ts";
import type { ToolFactory } from "./agent-options.ts";
import type { CallableCache } from "./callable-cache.ts";

/** @throws UserError for a function that is something else: a tool belongs in a list. */
export function assertFactory(factory: object, agentName: string): void {
  const what = toolOf(factory) || optionsOf(factory) ? "a tool" : isClass(factory) ? "a class" : undefined;
  if (!what) return;
  throw new UserError(
    "RUNA_NOT_A_FACTORY",
    `Agent "${agentName}": tools is ${what}. Put it in a list, tools: […]; a function in place of the list chooses the tools of each run.`,
  );
}

export interface FactoryRequest {
  readonly ctx: RunContext;
  readonly agent: object;
  readonly agentName: string;
  readonly team: object | undefined;
}

/** @throws UserError for what is neither a list nor a set of tools; what the function throws. */
export function askFactory(
  factory: ToolFactory,
  { ctx, agent, agentName, team }: FactoryRequest,
  cache: CallableCache,
): Promise<readonly ToolEntry[]> {
  return cache.get({ ctx, agent }, async () => {
    const chosen: unknown = await factory({ ctx, agent, ...(team && { team }), sessionState: ctx.sessionState });
    if (chosen === undefined || chosen === null) return [];
    if (Array.isArray(chosen) || isToolSet(chosen)) return toEntries(chosen);
    throw new UserError(
      "RUNA_NOT_A_FACTORY",
      `The tools function of agent "${agentName}" gave ${describe(chosen)}, not a list of tools, nor an object of tools by name.`,
    );
  });
}

function describe(chosen: unknown): string {
  if (isTool(chosen)) return "a single tool";
  return typeof chosen === "object" ? "an object" : typeof chosen;
}
