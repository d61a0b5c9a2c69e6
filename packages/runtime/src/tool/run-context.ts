/** What a tool sees of the run it is part of. */
import { NO_USAGE, type Usage } from "./usage.ts";

/** Where a run context starts from; what is left out has a neutral value. */
export interface RunContextParts<TContext = unknown> {
  readonly context?: TContext;
  readonly usage?: Usage;
  readonly sessionState?: Record<string, unknown>;
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly knowledgeFilters?: unknown;
  readonly runId?: string;
  readonly sessionId?: string;
  readonly userId?: string;
  readonly signal?: AbortSignal;
}

/** Gives the new state, or changes the one that it is given. */
export type StateUpdate =
  | ((
      state: Record<string, unknown>,
    ) => Record<string, unknown> | undefined | Promise<Record<string, unknown> | undefined>)
  // Before TypeScript 6, a function without a `return` gives no `undefined`.
  | ((state: Record<string, unknown>) => void)
  | ((state: Record<string, unknown>) => Promise<void>);

/**
 * One object per run, the same for every tool of it. A parameter of this type is filled in by the runtime and never
 * shown to the model.
 *
 * @example
 * ```ts
 * // @tool
 * export function whoami(ctx: RunContext<{ userName: string }>): string {
 *   return ctx.context.userName;
 * }
 * ```
 */
export class RunContext<TContext = unknown> {
  /** What the caller gave to the run, unchanged. */
  readonly context: TContext;
  /** Tokens used so far; a new object after each answer of the model. */
  readonly usage: Usage;
  /** Values that tools share; may be changed and replaced. */
  sessionState: Record<string, unknown>;
  readonly dependencies: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Passed through as data. */
  readonly knowledgeFilters: unknown;
  readonly runId: string;
  readonly sessionId: string | undefined;
  readonly userId: string | undefined;
  /** Aborted when the run is. */
  readonly signal: AbortSignal;
  /** The last update that was begun. */
  #updating: Promise<unknown> = Promise.resolve();

  constructor(parts: RunContextParts<TContext> = {}) {
    // A run without a context has `undefined` here, which is what its caller's type argument says.
    this.context = parts.context as TContext;
    this.usage = parts.usage ?? NO_USAGE;
    this.sessionState = parts.sessionState ?? {};
    this.dependencies = parts.dependencies ?? {};
    this.metadata = parts.metadata ?? {};
    this.knowledgeFilters = parts.knowledgeFilters;
    this.runId = parts.runId ?? "";
    this.sessionId = parts.sessionId;
    this.userId = parts.userId;
    this.signal = parts.signal ?? new AbortController().signal;
  }

  /**
   * Changes the session state from what it is at that moment, one after another for all tools of the run: for changes that
   * wait between reading and writing. What is changed at once needs no more than `ctx.sessionState.count = 1`.
   *
   * @param change Gives the new state; or nothing, where it changes the one that it is given.
   * @returns The state from then on.
   * @throws What `change` throws; the state is then as it was, unless that changed it.
   *
   * @example
   * ```ts
   * await ctx.updateState(async (state) => ({ ...state, rate: await fetchRate(state.currency) }));
   * ```
   */
  async updateState(change: StateUpdate): Promise<Record<string, unknown>> {
    const update = this.#updating.then(async () => {
      const next = await change(this.sessionState);
      if (typeof next === "object") this.sessionState = next;
      return this.sessionState;
    });
    // One that fails is told to who asked for it, and does not hold up the others.
    this.#updating = update.catch(() => undefined);
    return update;
  }
}

/** @internal From now on the first has the session state of the other, also where one of them replaces it. */
export function shareState(context: RunContext, other: RunContext): void {
  Object.defineProperty(context, "sessionState", {
    get: () => other.sessionState,
    set: (state: Record<string, unknown>) => {
      other.sessionState = state;
    },
    enumerable: true,
  });
}
