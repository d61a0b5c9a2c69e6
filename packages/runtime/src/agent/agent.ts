/**
 * An agent: a model, its instructions and its tools. Made from options, or as a subclass with fields; both are resolved
 * the same way, on first use, because the fields of a subclass are set after the constructor of this class has run.
 */
import { assertOptions, withoutUndefined } from "../errors/assert-options.ts";
import { UserError } from "../errors/user-error.ts";
import { RememberedDecisions } from "../gating/remembered-decisions.ts";
import type { Item } from "../model/item.ts";
import type { Model, ModelSettings } from "../model/model.ts";
import type { Compaction, RunPlan } from "../run/plan.ts";
import { type PrintOptions, printRun } from "../run/print-run.ts";
import type { Run } from "../run/run.ts";
import type { EmitRunEvent } from "../run/run-event.ts";
import type { RunState } from "../run/run-state.ts";
import { RunStream } from "../run/run-stream.ts";
import type { SessionDatabase } from "../session/session-database.ts";
import { StoredSession } from "../session/stored-session.ts";
import type { CacheStore } from "../tool/cache-store.ts";
import type { GuardrailsOption } from "../tool/gates.ts";
import type { Hooks } from "../tool/hooks.ts";
import { type ToolEntry, toEntries } from "../tool/tool-entry.ts";
import type { ToolHook } from "../tool/tool-hooks.ts";
import type { ToolSource } from "../tool/tool-source.ts";
import { addUsage, NO_USAGE, subtractUsage, type Usage } from "../tool/usage.ts";
import { reachableAgents } from "./agent-graph.ts";
import { type AgentLink, createLink } from "./agent-link.ts";
import { AgentMemory } from "./agent-memory.ts";
import {
  type AgentOptions,
  assertAgentOptions,
  type CacheKeyInfo,
  type Instructions,
  type ToolsOption,
} from "./agent-options.ts";
import { type AgentsOption, linksOf } from "./agents-option.ts";
import { CallableCache, CLEAR_CHECKS, type ClearOptions, closeEntries } from "./callable-cache.ts";
import { chooseSession, type SessionChoice } from "./choose-session.ts";
import { loadModel } from "./load-model.ts";
import { mergeState } from "./merge-state.ts";
import { type PlannedAgent, registerAgent } from "./planned-agent.ts";
import type { OutputType } from "./resolve-output.ts";
import { createPlan, type PlanSource } from "./resolve-plan.ts";
import type { TeamSource } from "./resolve-team.ts";
import { runAgent } from "./run-agent.ts";
import { assertRunOptions, type RunArguments, type RunOptions } from "./run-options.ts";
import { settleOptions } from "./settle-options.ts";
import type { RunMessage } from "./to-user-item.ts";

/**
 * @example
 * ```ts
 * const agent = new Agent({ name: "weather_agent", model: "gpt-5.2", tools: [tools.getWeather] });
 *
 * class WeatherAgent extends Agent {
 *   override name = "weather_agent";
 *   override model = "gpt-5.2";
 *   override tools = [tools.getWeather];
 * }
 *
 * const run = await agent.run("Is it warmer in Paris or in Oslo?");
 * ```
 *
 * An agent remembers nothing between runs, so that one at module level can serve many users at once. Its configuration
 * is fixed by its first run.
 */
export class Agent<TContext = unknown, TParsed = unknown> {
  // `declare`: a real field would be set to undefined here, and again hide what the options say.
  declare name: string;
  declare instructions?: Instructions<TContext>;
  declare instructionsFile?: string | URL;
  declare model?: string | Model;
  declare modelSettings?: ModelSettings;
  declare tools?: ToolsOption<TContext>;
  declare outputType?: OutputType<TParsed>;
  declare cacheCallables?: boolean;
  declare cacheKey?: (info: CacheKeyInfo<TContext>) => string | undefined | Promise<string | undefined>;
  declare agents?: AgentsOption;
  declare mcp?: readonly ToolSource[];
  declare toolHooks?: readonly ToolHook[];
  declare guardrails?: GuardrailsOption;
  declare streamGuarded?: "buffer" | "pass";
  declare hooks?: Hooks;
  declare compact?: Compaction | false;
  declare db?: SessionDatabase;
  declare sessionState?: Readonly<Record<string, unknown>>;
  declare agenticState?: boolean;
  declare resolveInContext?: boolean;
  declare maxTurns?: number;
  declare maxDepth?: number;
  declare maxTotalTokens?: number;
  declare timeout?: number;
  declare toolCallLimit?: number;
  declare maxToolConcurrency?: number;
  declare unknownArguments?: "refuse" | "drop";
  declare coerceArguments?: boolean;
  declare strictTools?: boolean;
  declare cancelGrace?: number;
  declare maxRepeatedCalls?: number;
  declare maxResultChars?: number;
  declare cache?: CacheStore;
  declare redact?: readonly string[];
  declare sendMediaToModel?: boolean;
  declare storeMedia?: boolean;

  /** Decisions about tools of this agent that hold for all its later runs in this process. */
  readonly approvals: RememberedDecisions = new RememberedDecisions();
  #options: AgentOptions<TContext, TParsed>;
  /** Of the tools that the agent has now: a run that began before `setTools` keeps what it chose in the one from then. */
  #cache: CallableCache = new CallableCache();
  readonly #memory: AgentMemory | undefined;
  #planned: PlannedAgent | undefined;
  #planning: Promise<RunPlan> | undefined;
  /** This agent and those it leads to. */
  #preparing: Promise<unknown> | undefined;
  #lastUsage: Usage = NO_USAGE;
  #usage: Usage = NO_USAGE;

  /**
   * @param options Win over the fields of a subclass.
   * @throws UserError for an option that does not exist or does not fit.
   */
  constructor(options: AgentOptions<TContext, TParsed> = {}) {
    const where = options?.name ? `Agent "${options.name}"` : "An agent";
    assertAgentOptions(options as AgentOptions, where);
    const { history, ...rest } = options;
    this.#options = rest;
    this.#memory = history ? new AgentMemory() : undefined;
    Object.assign(this, withoutUndefined(rest));
    registerAgent(this, () => this.#plannedAgent());
  }

  /**
   * For the `agents` of another: the one that hands the conversation over to this one. Of a class, it stands for one
   * instance, made without arguments.
   *
   * @example
   * ```ts
   * agents: [Billing.handoff, Research.delegate({ toolDescription: "Look something up on the web." })]
   * ```
   */
  static get handoff(): AgentLink<"handoff"> {
    // biome-ignore lint/complexity/noThisInStatic: of a subclass it has to be that class.
    return createLink("handoff", this);
  }

  /** For the `agents` of another: the tool that gives this one a task, and reads its answer as the result. */
  static get delegate(): AgentLink<"delegate"> {
    // biome-ignore lint/complexity/noThisInStatic: of a subclass it has to be that class.
    return createLink("delegate", this);
  }

  get handoff(): AgentLink<"handoff"> {
    return createLink("handoff", this);
  }

  get delegate(): AgentLink<"delegate"> {
    return createLink("delegate", this);
  }

  /** What was said in runs without a session; empty unless the agent was made with `history: true`. */
  get history(): readonly Item[] {
    return this.#memory?.items ?? [];
  }

  /** The state of a session, as it is stored; of a new one what it would start with. A copy. */
  async getSessionState(choice: SessionChoice): Promise<Record<string, unknown>> {
    const session = chooseSession(choice, this.db, this.#plannedAgent().name);
    const stored = session instanceof StoredSession ? await session.getState() : undefined;
    return mergeState({ defaults: this.sessionState, stored, given: undefined, overwrites: false });
  }

  /** Tokens of the run that ended last. */
  get lastUsage(): Usage {
    return this.#lastUsage;
  }

  /** Tokens of all runs together. */
  get usage(): Usage {
    return this.#usage;
  }

  /**
   * Runs the loop until the model answers without calling a tool, or until a call waits for people.
   *
   * @param message What the user says; or the state of a run that was paused, to go on with it, and with its context.
   * @returns How it went. A failure is a `Run` with the status `error`.
   * @throws UserError for mistakes that are found before the first answer of the model: a missing key, two tools of one
   * name. The reason of `options.signal` when that is aborted.
   */
  run(message: RunMessage | RunState, ...options: RunArguments<TContext>): Promise<Run<TParsed>>;
  run(state: RunState, options?: RunOptions<TContext>): Promise<Run<TParsed>>;
  async run(message: RunMessage | RunState, options: RunOptions<TContext> = {}): Promise<Run<TParsed>> {
    return this.#execute(message, options);
  }

  /** The same, as events while they happen. Starts when it is first read; leaving the loop early aborts the run. */
  stream(message: RunMessage | RunState, ...options: RunArguments<TContext>): RunStream<TParsed>;
  stream(state: RunState, options?: RunOptions<TContext>): RunStream<TParsed>;
  stream(message: RunMessage | RunState, options: RunOptions<TContext> = {}): RunStream<TParsed> {
    return this.#stream(message, options);
  }

  #stream(message: RunMessage | RunState, options: RunOptions<TContext>): RunStream<TParsed> {
    return new RunStream((emit, signal) =>
      this.#execute(
        message,
        { ...options, signal: options.signal ? AbortSignal.any([options.signal, signal]) : signal },
        emit,
      ),
    );
  }

  /**
   * Runs, and prints tool calls, results and text: to `process.stdout`, or to `options.output`.
   *
   * @returns As `run` does.
   */
  printResponse(
    message: RunMessage | RunState,
    ...options: RunArguments<TContext, PrintOptions>
  ): Promise<Run<TParsed>>;
  printResponse(state: RunState, options?: RunOptions<TContext> & PrintOptions): Promise<Run<TParsed>>;
  printResponse(
    message: RunMessage | RunState,
    options: RunOptions<TContext> & PrintOptions = {},
  ): Promise<Run<TParsed>> {
    const { stream, markdown, output, ...runOptions } = options;
    return printRun(
      {
        run: () => this.#execute(message, runOptions as RunOptions<TContext>),
        stream: () => this.#stream(message, runOptions as RunOptions<TContext>),
      },
      { stream, markdown, output },
    );
  }

  /**
   * Other tools, from the next run on; runs that have begun keep theirs. What was kept of a function is dropped.
   *
   * @throws UserError for what is neither a list nor a function.
   */
  setTools(tools: ToolsOption<TContext>): void {
    assertAgentOptions({ tools } as AgentOptions, `Agent "${this.name}"`);
    this.#options = { ...this.#options, tools };
    if (this.#planned) this.#settle();
    else this.tools = tools;
    this.#planning = undefined;
    this.#preparing = undefined;
    this.#cache = new CallableCache();
  }

  /**
   * One more tool, from the next run on.
   *
   * @throws UserError where a function chooses the tools: then that has to give it.
   */
  addTool(tool: ToolEntry): void {
    const { tools = [] } = this;
    if (typeof tools === "function") {
      throw new UserError(
        "RUNA_TOOLS_CHOSEN",
        `Agent "${this.name}" has a function in place of a list of tools, so no tool can be added. Let the function give it, or replace the function with setTools.`,
      );
    }
    this.setTools([...toEntries(tools), tool]);
  }

  /**
   * Drops what was kept of the function in `tools`: the next run asks it again.
   *
   * @param options `close`: also closes what those tools keep open between runs, each once.
   * @throws UserError for an option that does not exist.
   */
  async clearCallableCache(options: ClearOptions = {}): Promise<void> {
    assertOptions<ClearOptions>(options, CLEAR_CHECKS, "clearCallableCache");
    const { close = false } = options;
    const entries = await this.#cache.clear();
    if (close) await closeEntries(entries);
  }

  async #execute(
    message: RunMessage | RunState,
    options: RunOptions<TContext>,
    emit?: EmitRunEvent,
  ): Promise<Run<TParsed>> {
    assertRunOptions(options);
    options.signal?.throwIfAborted();
    const planned = this.#plannedAgent();
    const { name } = planned;
    const session = chooseSession(options, this.db, name);
    const memory = session || this.#memory === undefined ? undefined : this.#memory;
    memory?.enter(name);
    try {
      const agent = {
        agent: this,
        agentName: name,
        defaults: this.sessionState,
        session: session ?? memory,
        resolvePlan: () => this.#resolvePlan(),
        countUsage: (usage: Usage, before: Usage) => this.#countUsage(usage, before),
      };
      // Its schema has read the answer.
      return (await runAgent(agent, message, options as RunOptions, emit)) as Run<TParsed>;
    } finally {
      memory?.leave();
    }
  }

  #countUsage(usage: Usage, before: Usage): void {
    this.#lastUsage = usage;
    this.#usage = addUsage(this.#usage, subtractUsage(usage, before));
  }

  /** What is wrong with this agent, or with one that it leads to, is found before the first request. */
  async #resolvePlan(): Promise<RunPlan> {
    const planned = this.#plannedAgent();
    this.#preparing ??= Promise.all(reachableAgents(planned).map((agent) => agent.plan()));
    try {
      await this.#preparing;
    } catch (error) {
      // A key may be set before the next attempt.
      this.#preparing = undefined;
      throw error;
    }
    return planned.plan();
  }

  #plannedAgent(): PlannedAgent {
    if (this.#planned) return this.#planned;
    const { agents = [] } = this.#settle();
    const { name } = this;
    const links = linksOf(agents, name);
    const team = this.teamSource();
    const source = { links, team };
    this.#planned = { agent: this, name, links: [...links, ...(team?.links ?? [])], plan: () => this.#plan(source) };
    return this.#planned;
  }

  /** @internal For teams. */
  protected teamSource(): TeamSource | undefined {
    return undefined;
  }

  async #plan(source: Pick<PlanSource, "links" | "team">): Promise<RunPlan> {
    const planning = this.#planning ?? this.#createPlan(source);
    this.#planning = planning;
    try {
      return await planning;
    } catch (error) {
      if (this.#planning === planning) this.#planning = undefined;
      throw error;
    }
  }

  /** The fields of a subclass may say what the options do not. */
  #settle(): AgentOptions {
    return settleOptions(this, this.#options as AgentOptions);
  }

  async #createPlan(source: Pick<PlanSource, "links" | "team">): Promise<RunPlan> {
    const options = this.#settle();
    this.#cache.configure(options);
    return createPlan({
      agent: this,
      name: this.name,
      options,
      ...source,
      cache: this.#cache,
      remembered: this.approvals,
      loadModel: () => loadModel(options.model),
    });
  }
}
