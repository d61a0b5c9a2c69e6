/** The conversation that an agent keeps in its own process (H1), and the latch that keeps a second one out of it (H2). */
import { UserError } from "../errors/user-error.ts";
import type { Item } from "../model/item.ts";
import { Session } from "../session/session.ts";

export class AgentMemory extends Session {
  /** It has none: nobody else can reach it. */
  override readonly sessionId: string = "";
  #items: readonly Item[] = [];
  #isBusy = false;

  get items(): readonly Item[] {
    return this.#items;
  }

  /** @throws UserError while a run is under way. */
  enter(agentName: string): void {
    if (this.#isBusy) {
      throw new UserError(
        "RUNA_HISTORY_BUSY",
        `Agent "${agentName}" keeps one conversation (history: true), and a run of it is under way. Wait for that run; or give each conversation a session of its own: run(message, { session }).`,
      );
    }
    this.#isBusy = true;
  }

  leave(): void {
    this.#isBusy = false;
  }

  override async getItems(limit?: number): Promise<readonly Item[]> {
    return limit === undefined ? this.#items : this.#items.slice(Math.max(0, this.#items.length - limit));
  }

  override async addItems(items: readonly Item[]): Promise<void> {
    this.#items = [...this.#items, ...items];
  }

  override async popItem(): Promise<Item | undefined> {
    const last = this.#items.at(-1);
    this.#items = this.#items.slice(0, -1);
    return last;
  }

  override async clear(): Promise<void> {
    this.#items = [];
  }
}
