/** What a run finds in its session, and where it writes. */
import { RunNotPendingError } from "../errors/run-not-pending-error.ts";
import { UserError } from "../errors/user-error.ts";
import type { Item } from "../model/item.ts";
import { repairHistory } from "../model/repair-history.ts";
import { hasGoneOn } from "../run/has-gone-on.ts";
import type { RunJournal } from "../run/run-journal.ts";
import type { RunCore } from "../run/run-snapshot.ts";
import { createSessionJournal } from "../run/session-journal.ts";
import { createStoreJournal, plainState } from "../run/store-journal.ts";
import type { Session } from "../session/session.ts";
import type { PendingRun, Store } from "../session/store.ts";
import { StoredSession } from "../session/stored-session.ts";

export interface OpenSession {
  readonly history: readonly Item[];
  /** As it is stored; undefined where it never was. */
  readonly state: Readonly<Record<string, unknown>> | undefined;
  readonly journal: RunJournal;
  /** For a run that does not come about: as if it had not been asked for. */
  readonly giveBack: () => Promise<void>;
}

export interface OpenSessionOptions {
  readonly runId: string;
  /** Of a run that goes on. */
  readonly core: RunCore | undefined;
  /** A new run may begin although another one waits, which is given up. */
  readonly abandonPending: boolean;
  /** Of the agent, for a session that has no state yet. */
  readonly defaults: Readonly<Record<string, unknown>> | undefined;
}

/**
 * @throws UserError for a new run while one is pending (H9); RunNotPendingError for one that cannot go on; what the store
 * or the session throws.
 */
export async function openSession(session: Session, options: OpenSessionOptions): Promise<OpenSession> {
  const { core } = options;
  if (!(session instanceof StoredSession)) {
    const history = core ? [] : repairHistory(await session.getItems());
    return { history, state: undefined, journal: createSessionJournal(session), giveBack: async () => {} };
  }
  const { store, sessionId } = session;
  return core ? resume(store, sessionId, core) : start(store, sessionId, options);
}

async function start(
  store: Store,
  sessionId: string,
  { runId, abandonPending, defaults }: OpenSessionOptions,
): Promise<OpenSession> {
  const initialState = defaults && plainState(defaults);
  const begun = await store.startRun({ runId, sessionId }, { abandonPending, ...(initialState && { initialState }) });
  if (begun.kind === "pending") throw pendingError(sessionId, begun.runs);
  const { lease, items, mark, state } = begun;
  return {
    history: repairHistory(items),
    state,
    journal: createStoreJournal({ store, lease, state, mark }),
    giveBack: () => store.finishRun(lease, { items: [], patch: [] }),
  };
}

async function resume(store: Store, sessionId: string, core: RunCore): Promise<OpenSession> {
  const { runId } = core;
  const resumed = await store.resumeRun({ runId, sessionId });
  if (resumed.kind !== "resumed") throw new RunNotPendingError(resumed.kind, runId);
  const { lease, mark, state, snapshot = {}, claimed } = resumed;
  const giveBack = (): Promise<void> => store.pauseRun(lease, snapshot, []);
  if (hasGoneOn(snapshot, core)) {
    await giveBack();
    throw new RunNotPendingError("outdated", runId);
  }
  return {
    history: [],
    state,
    journal: createStoreJournal({ store, lease, state, mark, snapshot, claimed }),
    giveBack,
  };
}

function pendingError(sessionId: string, runs: readonly PendingRun[]): UserError {
  const ids = runs.map(({ runId }) => runId).join(", ");
  return new UserError(
    "RUNA_PENDING_RUN",
    `In the session "${sessionId}" a run waits for decisions: ${ids}. Decide and go on with it: RunState.fromJSON(agent, (await session.pending())[0].snapshot); or give it up: run(message, { abandonPending: true }).`,
  );
}
