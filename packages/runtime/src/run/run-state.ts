/**
 * A run that waits for people: what it waits for, what they decide, and how it is stored meanwhile. Given in place of a
 * message, the run goes on: `agent.run(state)`.
 */

import {
  aBoolean,
  anything,
  assertOptions,
  aTextOrEmpty,
  type OptionCheck,
  type OptionChecks,
} from "../errors/assert-options.ts";
import { errorMessage } from "../errors/error-message.ts";
import { UserError } from "../errors/user-error.ts";
import type { PendingCall, Verdict } from "../gating/decision.ts";
import type { SharedDecisions } from "../gating/decision-ledger.ts";
import type { JsonObject } from "../manifest/index.ts";
import { withDecision } from "./decide.ts";
import { type FoundCall, findPending, type PendingItem } from "./find-pending.ts";
import { fromSnapshot } from "./from-snapshot.ts";
import { type Interruption, interruptionsOf } from "./interruption.ts";
import { DECISION_CHECKS, type DecisionOptions, judgeCall } from "./judge-call.ts";
import type { LiveParts } from "./live-parts.ts";
import { toPlainJson } from "./plain-json.ts";
import { readSnapshot } from "./read-snapshot.ts";
import type { RunCore } from "./run-snapshot.ts";
import { type StateSecret, signatureOf } from "./sign-snapshot.ts";
import type { StoppedRun } from "./stopped-run.ts";
import { toPlainResult } from "./to-plain-result.ts";
import { toSnapshot } from "./to-snapshot.ts";
import { withInput } from "./with-input.ts";

export interface RejectOptions extends DecisionOptions {
  /** What the model reads. Default: "rejected by the operator". */
  readonly message?: string;
}

export interface WriteStateOptions {
  /**
   * Signs the state: one that is edited, or not signed, is refused by whoever reads it with the same secret. `undefined`,
   * such as an environment variable that is not set, is a `UserError`: nothing would be signed.
   */
  readonly secret?: StateSecret | undefined;
  /** Leaves out what the caller gave as `context`; it has to be given again when the state is read, or the run goes on. */
  readonly omitContext?: boolean;
}

export interface ReadStateOptions {
  /** The one that the state was signed with. `undefined` is a `UserError`: nothing would be checked. */
  readonly secret?: StateSecret | undefined;
  /** In place of the stored one, which has become plain JSON. */
  readonly context?: unknown;
}

const aSecret: OptionCheck = (value) =>
  (typeof value === "string" || value instanceof Uint8Array) && value.length > 0
    ? undefined
    : "must be a text or bytes, which are not empty";

const REJECT_CHECKS: OptionChecks<RejectOptions> = { ...DECISION_CHECKS, message: aTextOrEmpty };
const WRITE_CHECKS: OptionChecks<WriteStateOptions> = { secret: aSecret, omitContext: aBoolean };
const READ_CHECKS: OptionChecks<ReadStateOptions> = { secret: aSecret, context: anything };

/** @internal How the agent that runs gets at what is in a state. */
export let partsOf: (state: RunState) => StoppedRun & { readonly live: LiveParts };

/**
 * @example
 * ```ts
 * const run = await agent.run("Refund order 17.");
 * if (run.status === "paused") {
 *   const state = run.toState();
 *   for (const item of run.interruptions) {
 *     if (await isFine(item.name, item.arguments)) state.approve(item, { by: "ann" });
 *     else state.reject(item, { message: "Not without a receipt." });
 *   }
 *   const rest = await agent.run(state);
 * }
 * ```
 */
export class RunState {
  readonly #live: LiveParts;
  #core: RunCore;
  #shared: SharedDecisions;

  static {
    partsOf = (state) => ({ core: state.#core, shared: state.#shared, live: state.#live });
  }

  /** @internal Runs make states, and so does reading. */
  constructor(core: RunCore, shared: SharedDecisions, live: LiveParts) {
    this.#core = core;
    this.#shared = shared;
    this.#live = live;
  }

  get runId(): string {
    return this.#core.runId;
  }

  /** The agent whose run it is: the one that it goes on with. */
  get agentName(): string {
    return this.#core.agentName;
  }

  get sessionId(): string | undefined {
    return this.#live.sessionId;
  }

  /** What nobody has decided yet, in the order of the calls. */
  get interruptions(): readonly Interruption[] {
    return interruptionsOf(this.#core, this.#shared);
  }

  /**
   * The call runs when the run goes on.
   *
   * @throws UserError for a call that waits for nothing, or not for approval; and for an option that does not exist.
   */
  approve(item: PendingItem, options: DecisionOptions = {}): void {
    assertOptions<DecisionOptions>(options, DECISION_CHECKS, "state.approve");
    this.#judge(item, { verdict: "approved" }, options);
  }

  /** The call never runs. Also for calls that wait for a result, or for input. @throws UserError, as `approve`. */
  reject(item: PendingItem, options: RejectOptions = {}): void {
    assertOptions<RejectOptions>(options, REJECT_CHECKS, "state.reject");
    const { message, ...decision } = options;
    this.#judge(item, { verdict: "rejected", ...(message !== undefined && { message }) }, decision);
  }

  /**
   * What came of a call that the program ran itself; the model reads it as if a tool had returned it.
   *
   * @throws UserError for a call that does not wait for a result, and for a value that has no JSON form.
   */
  setResult(item: PendingItem, value: unknown): void {
    const { pending, path } = this.#find(item, "external");
    const plain = toPlainResult(value, `The result of "${pending.name}"`);
    const { callId } = pending;
    const external = { kind: "returned", ...(plain !== undefined && { value: plain }) } as const;
    this.#core = withDecision(this.#core, path, { callId, external });
  }

  /** The call that the program ran itself has failed: the model reads `error: …`. @throws UserError, as `setResult`. */
  setError(item: PendingItem, message: string): void {
    const { pending, path } = this.#find(item, "external");
    this.#core = withDecision(this.#core, path, { callId: pending.callId, external: { kind: "failed", message } });
  }

  /**
   * Fills in arguments, and may correct those that the model gave.
   *
   * @param values By the names of `item.fields`.
   * @throws UserError where the call does not wait for input, or the arguments do not fit the tool; the call still waits.
   */
  provideInput(item: PendingItem, values: JsonObject): void {
    const { pending, path } = this.#find(item, "userInput");
    const input = withInput(pending, toPlainJson(values, "input") as JsonObject);
    this.#core = withDecision(this.#core, path, { callId: pending.callId, input });
  }

  /**
   * Plain JSON that holds all that going on needs, in any process that has the agent. `JSON.stringify(state)` works too.
   *
   * @throws UserError where the context, or the session state, has no plain form; for an option that does not exist; and
   * for a `secret` that is empty or undefined.
   */
  toJSON(options: WriteStateOptions | string = {}): JsonObject {
    // `JSON.stringify` calls this with the name of the property.
    const given = typeof options === "string" ? {} : options;
    assertStateOptions(given, WRITE_CHECKS, "state.toJSON");
    const { secret, omitContext = false } = given;
    const snapshot = toSnapshot(this.#core, this.#shared, this.#live, omitContext ? "left out" : "required");
    // Through JSON, so that what is signed is what will be read.
    const plain = JSON.parse(JSON.stringify(snapshot)) as JsonObject;
    return secret === undefined ? plain : { ...plain, signature: signatureOf(plain, secret) };
  }

  toString(options: WriteStateOptions = {}): string {
    return JSON.stringify(this.toJSON(options));
  }

  /**
   * @param agent The one whose run it was, by name.
   * @throws UserError that says why, for what is no state, has another version, was edited, or is of another agent.
   */
  static async fromJSON(
    agent: { readonly name: string },
    blob: unknown,
    options: ReadStateOptions = {},
  ): Promise<RunState> {
    assertStateOptions(options, READ_CHECKS, "RunState.fromJSON");
    const { secret, context: given } = options;
    const snapshot = await readSnapshot(blob, secret);
    assertAgent(snapshot.agentName, agent.name);
    const { core, shared, live } = fromSnapshot(snapshot, given);
    return new RunState(core, shared, live);
  }

  /** From what `toString` gave. */
  static async fromString(
    agent: { readonly name: string },
    text: string,
    options: ReadStateOptions = {},
  ): Promise<RunState> {
    let blob: unknown;
    try {
      blob = JSON.parse(text);
    } catch (cause) {
      const problem = errorMessage(cause);
      throw new UserError("RUNA_INVALID_STATE", `The run state is refused: it is no JSON. ${problem}.`, { cause });
    }
    return RunState.fromJSON(agent, blob, options);
  }

  #judge(item: PendingItem, verdict: Verdict, options: DecisionOptions): void {
    const found = this.#find(item, verdict.verdict === "approved" ? "approval" : undefined);
    const { core, shared } = judgeCall({ core: this.#core, shared: this.#shared }, found, verdict, options);
    this.#core = core;
    this.#shared = shared;
  }

  #find(item: PendingItem, kind: PendingCall["kind"] | undefined): FoundCall {
    return findPending(this.#core, this.#shared, item, kind);
  }
}

/** A secret that somebody meant to give and does not have must not pass for none. @throws UserError */
function assertStateOptions<Options extends { readonly secret?: StateSecret | undefined }>(
  options: Options,
  checks: OptionChecks<Options>,
  where: string,
): void {
  assertOptions<Options>(options, checks, where);
  if (!Object.hasOwn(options, "secret") || options.secret !== undefined) return;
  throw new UserError(
    "RUNA_INVALID_OPTION",
    `${where}: option "secret" is there and undefined. Set the environment variable, or whatever it is read from; leave the option out only for states that nobody signs.`,
  );
}

/** @throws UserError */
export function assertAgent(stateOf: string, agentName: string): void {
  if (stateOf === agentName) return;
  throw new UserError(
    "RUNA_STATE_AGENT",
    `The run state is one of the agent "${stateOf}" and was given to "${agentName}". Give it to the agent whose run it is.`,
  );
}
