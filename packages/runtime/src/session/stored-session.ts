/** A session in a store: with state, and with runs that survive their process. */
import type { JsonObject } from "../manifest/index.ts";
import type { Item } from "../model/item.ts";
import { Session } from "./session.ts";
import type { PendingRun, Store } from "./store.ts";

export interface StoredSessionOptions {
  /** For the tools, as `ctx.userId`. */
  readonly userId?: string;
}

export class StoredSession extends Session {
  override readonly sessionId: string;
  declare readonly userId?: string;
  readonly store: Store;

  constructor(store: Store, sessionId: string, { userId }: StoredSessionOptions = {}) {
    super();
    this.store = store;
    this.sessionId = sessionId;
    if (userId !== undefined) this.userId = userId;
  }

  override getItems(limit?: number): Promise<readonly Item[]> {
    return this.store.readItems(this.sessionId, limit);
  }

  override addItems(items: readonly Item[]): Promise<void> {
    return this.store.appendItems(this.sessionId, items);
  }

  override popItem(): Promise<Item | undefined> {
    return this.store.popItem(this.sessionId);
  }

  /** Conversation, state, and unfinished runs. */
  override clear(): Promise<void> {
    return this.store.clearSession(this.sessionId);
  }

  override setItems(items: readonly Item[]): Promise<void> {
    return this.store.replaceItems(this.sessionId, items);
  }

  override pending(): Promise<readonly PendingRun[]> {
    return this.store.pendingRuns(this.sessionId);
  }

  /** Gives up on a run that is pending. False where it is not. */
  abandon({ runId }: Pick<PendingRun, "runId">): Promise<boolean> {
    return this.store.abandonRun({ runId, sessionId: this.sessionId });
  }

  /** Undefined for a session that never had one. */
  getState(): Promise<JsonObject | undefined> {
    return this.store.readState(this.sessionId);
  }
}
