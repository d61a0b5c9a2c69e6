/** What has to be there before a run can be planned: its session, the state of that, and what the run depends on. */
import { errorMessage } from "../errors/error-message.ts";
import { UserError } from "../errors/user-error.ts";
import { warnOnce } from "../errors/warn-once.ts";
import type { Item } from "../model/item.ts";
import type { RunJournal } from "../run/run-journal.ts";
import type { StoppedRun } from "../run/stopped-run.ts";
import type { Session } from "../session/session.ts";
import { RunContext, type RunContextParts } from "../tool/run-context.ts";
import type { State } from "../tool/state-patch.ts";
import { mergeState } from "./merge-state.ts";
import { openSession } from "./open-session.ts";
import { type Dependencies, resolveDependencies } from "./resolve-dependencies.ts";
import { resumedContext } from "./resumed-context.ts";

export interface RunBeginning {
  readonly agent: object;
  readonly runId: string;
  readonly stopped: StoppedRun | undefined;
  readonly session: Session | undefined;
  readonly abandonPending: boolean;
  /** The agent's own state, for new sessions. */
  readonly defaults: State | undefined;
  readonly given: State | undefined;
  readonly overwrites: boolean;
  readonly dependencies: Dependencies;
  readonly context: RunContextParts;
  readonly signal: AbortSignal | undefined;
}

export interface BegunRun {
  readonly kind: "begun";
  readonly history: readonly Item[];
  readonly context: RunContextParts;
  readonly journal: RunJournal | undefined;
  readonly giveBack: () => Promise<void>;
}

/** @returns `failed` for what ends the run with the status `error`. @throws UserError for misuse. */
export async function beginRun(
  beginning: RunBeginning,
): Promise<BegunRun | { readonly kind: "failed"; readonly error: unknown }> {
  let giveBack = async (): Promise<void> => {};
  try {
    const { agent, runId, stopped, session, abandonPending, defaults, given, overwrites, signal } = beginning;
    const open = session && (await openSession(session, { runId, core: stopped?.core, abandonPending, defaults }));
    if (open) giveBack = open.giveBack;
    const sessionState = open
      ? mergeState({ defaults, stored: open.state ?? stopped?.live?.sessionState, given, overwrites })
      : stateWithoutStore(beginning);
    const own = { ...beginning.context, sessionState };
    const context = stopped?.live ? resumedContext(stopped.live, own) : own;
    const resolved =
      Object.keys(beginning.dependencies).length > 0
        ? await withDependencies(beginning, new RunContext({ ...context, runId, ...(signal && { signal }) }), agent)
        : { dependencies: {} };
    signal?.throwIfAborted();
    return {
      kind: "begun",
      history: open?.history ?? [],
      context: { ...context, ...resolved },
      journal: open?.journal,
      giveBack,
    };
  } catch (error) {
    // What goes wrong here as well must not hide why; the lease runs out.
    await giveBack().catch((problem: unknown) =>
      warnOnce(
        "RUNA_JOURNAL",
        beginning.runId,
        `A run that did not begin could not be given back: ${errorMessage(problem)}`,
      ),
    );
    if (error instanceof UserError || beginning.signal?.aborted) throw error;
    return { kind: "failed", error };
  }
}

/** Resolving may change, or replace, the state. */
async function withDependencies(
  { dependencies: given }: RunBeginning,
  ctx: RunContext,
  agent: object,
): Promise<Pick<RunContextParts, "dependencies" | "sessionState">> {
  const dependencies = await resolveDependencies(given, ctx, agent);
  return { dependencies, sessionState: ctx.sessionState };
}

/** A run that goes on in the process that paused it goes on with the very same object. */
function stateWithoutStore({ stopped, defaults, given, overwrites }: RunBeginning): Record<string, unknown> {
  const stored = stopped?.live?.sessionState;
  return stored && given === undefined ? stored : mergeState({ defaults, stored, given, overwrites });
}
