/**
 * An agent: a model, its instructions and its tools. Made from options, or as a subclass with fields; both are resolved
 * the same way, on first use, because the fields of a subclass are set after the constructor of this class has run.
 */

import { ImpossibleStateError } from "../errors/impossible-state-error.ts";
import { UserError } from "../errors/user-error.ts";
import { RememberedDecisions } from "../gating/remembered-decisions.ts";
import type { Model, ModelSettings } from "../model/model.ts";
import { actingPlan } from "../run/acting-plan.ts";
import { executeRun } from "../run/execute-run.ts";
import type { RunPlan } from "../run/plan.ts";
import { type PrintOptions, printRun } from "../run/print-run.ts";
import type { Run } from "../run/run.ts";
import type { EmitRunEvent } from "../run/run-event.ts";
import type { RunInput } from "../run/run-input.ts";
import { assertAgent, partsOf, RunState } from "../run/run-state.ts";
import { RunStream } from "../run/run-stream.ts";
import type { GuardrailsOption } from "../tool/gates.ts";
import type { Hooks } from "../tool/hooks.ts";
import { RunContext } from "../tool/run-context.ts";
import type { ToolHook } from "../tool/tool-hooks.ts";
import type { ToolSource } from "../tool/tool-source.ts";
import { addUsage, NO_USAGE, subtractUsage, type Usage } from "../tool/usage.ts";
import { reachableAgents } from "./agent-graph.ts";
import { type AgentLink, createLink } from "./agent-link.ts";
import {
  AGENT_OPTION_NAMES,
  type AgentOptions,
  assertAgentOptions,
  type Instructions,
  type ToolsOption,
} from "./agent-options.ts";
import { type AgentsOption, linksOf } from "./agents-option.ts";
import { loadModel } from "./load-model.ts";
import { type PlannedAgent, registerAgent } from "./planned-agent.ts";
import { createPlanner, type PlanRun, type PlanSource } from "./resolve-plan.ts";
import { resumedContext } from "./resumed-context.ts";
import { assertRunOptions, type RunOptions } from "./run-options.ts";
import { type RunMessage, toUserItem } from "./to-user-item.ts";

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
export class Agent<TContext = unknown> {
  // `declare`: a real field would be set to undefined here, and again hide what the options say.
  declare name: string;
  declare instructions?: Instructions<TContext>;
  declare instructionsFile?: string | URL;
  declare model?: string | Model;
  declare modelSettings?: ModelSettings;
  declare tools?: ToolsOption<TContext>;
  declare agents?: AgentsOption;
  declare mcp?: readonly ToolSource[];
  declare toolHooks?: readonly ToolHook[];
  declare guardrails?: GuardrailsOption;
  declare streamGuarded?: "buffer" | "pass";
  declare hooks?: Hooks;
  declare maxTurns?: number;
  declare maxDepth?: number;
  declare maxTotalTokens?: number;
  declare timeout?: number;
  declare toolCallLimit?: number;
  declare maxToolConcurrency?: number;
  declare unknownArguments?: "refuse" | "drop";
  declare strictTools?: boolean;
  declare cancelGrace?: number;
  declare maxRepeatedCalls?: number;
  declare maxResultChars?: number;
  declare redact?: readonly string[];
  declare sendMediaToModel?: boolean;

  /** Decisions about tools of this agent that hold for all its later runs in this process. */
  readonly approvals: RememberedDecisions = new RememberedDecisions();
  readonly #options: AgentOptions<TContext>;
  #planned: PlannedAgent | undefined;
  #planRun: PlanRun | undefined;
  #planning: Promise<PlanRun> | undefined;
  /** This agent and those it leads to. */
  #preparing: Promise<unknown> | undefined;
  #lastUsage: Usage = NO_USAGE;
  #usage: Usage = NO_USAGE;

  /**
   * @param options Win over the fields of a subclass.
   * @throws UserError for an option that does not exist or does not fit.
   */
  constructor(options: AgentOptions<TContext> = {}) {
    const where = options.name ? `Agent "${options.name}"` : "An agent";
    assertAgentOptions(options as AgentOptions, where);
    this.#options = { ...options };
    Object.assign(this, withoutUndefined(options));
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
   * @param message What the user says; or the state of a run that was paused, to go on with it.
   * @returns How it went. A failure is a `Run` with the status `error`.
   * @throws UserError for mistakes that are found before the first answer of the model: a missing key, two tools of one
   * name. The reason of `options.signal` when that is aborted.
   */
  async run(message: RunMessage | RunState, options: RunOptions<TContext> = {}): Promise<Run> {
    return this.#execute(message, options);
  }

  /** The same, as events while they happen. Starts when it is first read; leaving the loop early aborts the run. */
  stream(message: RunMessage | RunState, options: RunOptions<TContext> = {}): RunStream {
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
  printResponse(message: RunMessage | RunState, options: RunOptions<TContext> & PrintOptions = {}): Promise<Run> {
    const { stream, markdown, output, ...runOptions } = options;
    const printOptions: PrintOptions = {
      ...(stream !== undefined && { stream }),
      ...(markdown !== undefined && { markdown }),
      ...(output !== undefined && { output }),
    };
    return printRun(
      {
        run: () => this.run(message, runOptions as RunOptions<TContext>),
        stream: () => this.stream(message, runOptions as RunOptions<TContext>),
      },
      printOptions,
    );
  }

  async #execute(message: RunMessage | RunState, options: RunOptions<TContext>, emit?: EmitRunEvent): Promise<Run> {
    assertRunOptions(options);
    const { signal, hooks, ...given } = options;
    signal?.throwIfAborted();
    const state = message instanceof RunState ? message : undefined;
    const stopped = state && partsOf(state);
    const context = stopped ? resumedContext(stopped.live, given) : given;
    const input: RunInput = {
      runId: stopped?.core.runId ?? `run_${globalThis.crypto.randomUUID()}`,
      items: message instanceof RunState ? [] : [await toUserItem(message)],
      context,
      ...(signal && { signal }),
      ...(hooks && { hooks: [hooks] }),
    };
    const ctx = new RunContext({ ...context, runId: input.runId, ...(signal && { signal }) });
    const plan = await orAborted(this.#resolvePlan(ctx), signal);
    if (!stopped) return this.#count(await executeRun(plan, input, emit), NO_USAGE);
    assertAgent(stopped.core.agentName, this.name);
    const acting = await orAborted(actingPlan(plan, stopped.core.actingAgentName, ctx), signal);
    return this.#count(await executeRun(plan, { ...input, resume: { ...stopped, acting } }, emit), stopped.core.usage);
  }

  /** @param before What of the run's usage is counted already. */
  #count(run: Run, before: Usage): Run {
    this.#lastUsage = run.usage;
    this.#usage = addUsage(this.#usage, subtractUsage(run.usage, before));
    return run;
  }

  /** What is wrong with this agent, or with one that it leads to, is found before the first request. */
  async #resolvePlan(ctx: RunContext): Promise<RunPlan> {
    const planned = this.#plannedAgent();
    this.#preparing ??= Promise.all(reachableAgents(planned).map((agent) => agent.prepare()));
    try {
      await this.#preparing;
    } catch (error) {
      // A key may be set before the next attempt.
      this.#preparing = undefined;
      throw error;
    }
    return planned.plan(ctx);
  }

  #plannedAgent(): PlannedAgent {
    if (this.#planned) return this.#planned;
    const options = this.#settle() as AgentOptions;
    const { name } = this;
    const links = linksOf(options.agents ?? [], name);
    const { approvals: remembered } = this;
    const source = { agent: this, name, options, links, remembered, loadModel: () => loadModel(options.model) };
    this.#planned = {
      agent: this,
      name,
      links,
      prepare: () => this.#prepare(source),
      plan: (ctx) => {
        if (!this.#planRun) throw new ImpossibleStateError("An agent was asked for a plan before it was prepared");
        return this.#planRun(ctx);
      },
    };
    return this.#planned;
  }

  async #prepare(source: PlanSource): Promise<void> {
    this.#planning ??= createPlanner(source);
    try {
      this.#planRun = await this.#planning;
    } catch (error) {
      this.#planning = undefined;
      throw error;
    }
  }

  /** From options and fields to one configuration, which the instance shows from then on. */
  #settle(): AgentOptions<TContext> {
    const settled: Record<string, unknown> = {};
    for (const option of AGENT_OPTION_NAMES) {
      const value = this.#options[option] ?? this[option];
      if (value !== undefined) settled[option] = value;
    }
    const options = settled as AgentOptions<TContext>;
    const where = `Agent "${options.name ?? this.constructor.name}"`;
    assertAgentOptions(options as AgentOptions, where);
    if (options.name === undefined)
      throw new UserError("RUNA_NO_AGENT_NAME", `${where} has no name. Give it one: name: "support".`);
    for (const [option, value] of Object.entries(settled))
      Object.defineProperty(this, option, { value, enumerable: true, configurable: true, writable: false });
    return options;
  }
}

/** A factory of tools may ignore the signal. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let abort = (): void => {};
  try {
    return await new Promise<T>((resolve, reject) => {
      abort = () => reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      work.then(resolve, reject);
    });
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function withoutUndefined(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
