/**
 * What the `tools` function of an agent gave, kept for the same user. Off unless the agent asks for it: a list that is
 * kept does not notice that a user has lost a role.
 */
import { aBoolean, type OptionChecks } from "../errors/assert-options.ts";
import { UserError } from "../errors/user-error.ts";
import type { ToolEntry } from "../tool/tool-entry.ts";
import { closeTools, isToolSource } from "../tool/tool-source.ts";
import type { AgentOptions, CacheKeyInfo } from "./agent-options.ts";

/** Options of `agent.clearCallableCache`: a closed list. */
export interface ClearOptions {
  /** Also closes what those tools keep open between runs, each once. Default false. */
  readonly close?: boolean;
}

export const CLEAR_CHECKS: OptionChecks<ClearOptions> = { close: aBoolean };

type Entries = Promise<readonly ToolEntry[]>;

export class CallableCache {
  readonly #kept = new Map<string, Entries>();
  #keyOf: (info: CacheKeyInfo) => string | undefined | Promise<string | undefined> = () => undefined;

  /** `cacheKey` alone turns it on; without one it is the user, else the session, else nothing is kept. */
  configure({ cacheCallables, cacheKey }: Pick<AgentOptions, "cacheCallables" | "cacheKey">): void {
    if (cacheCallables ?? cacheKey !== undefined) this.#keyOf = cacheKey ?? ownerOf;
  }

  async get(info: CacheKeyInfo, make: () => Entries): Entries {
    const key: unknown = await this.#keyOf(info);
    // `null` too: not every program is checked by a compiler, and what is kept under it would be everybody's.
    if (key === undefined || key === null) return make();
    if (typeof key !== "string")
      throw new UserError("RUNA_INVALID_OPTION", `The cacheKey function of an agent gave ${typeof key}, not a text.`);
    const known = this.#kept.get(key);
    if (known) return known;
    const made = make();
    this.#kept.set(key, made);
    try {
      return await made;
    } catch (error) {
      // The next run asks again.
      if (this.#kept.get(key) === made) this.#kept.delete(key);
      throw error;
    }
  }

  /** @returns What was kept. */
  async clear(): Promise<readonly ToolEntry[]> {
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    const lists = await Promise.allSettled(kept);
    return lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []));
  }
}

/** A session may be called what a user is called, and is nobody's who is named so. */
function ownerOf({ ctx: { userId, sessionId } }: CacheKeyInfo): string | undefined {
  if (userId !== undefined) return `user ${userId}`;
  return sessionId === undefined ? undefined : `session ${sessionId}`;
}

/** Closes what the entries keep open between runs, each once. @throws What the first of them throws, after all. */
export async function closeEntries(entries: readonly ToolEntry[]): Promise<void> {
  const sources = [...new Set(entries)].filter(isToolSource);
  const attempts = await Promise.allSettled(sources.map(async (source) => source[closeTools]?.()));
  for (const attempt of attempts) if (attempt.status === "rejected") throw attempt.reason;
}
