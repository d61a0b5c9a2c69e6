/** One call without an agent, the way of a model's call: for unit tests of a tool, and for callers that are no run. */
import { anObject, assertOptions, aText, type OptionChecks } from "../errors/assert-options.ts";
import type { Verdict } from "../gating/decision.ts";
import { DecisionLedger, NO_DECISIONS } from "../gating/decision-ledger.ts";
import { RememberedDecisions } from "../gating/remembered-decisions.ts";
import type { JsonObject } from "../manifest/index.ts";
import { Redaction } from "../tool/redaction.ts";
import { RunContext } from "../tool/run-context.ts";
import type { BoundTool, InvokeOptions } from "../tool/tool.ts";
import { Batch } from "./batch.ts";
import {
  type CallEnvironment,
  type CallListener,
  type Gate,
  isWaiting,
  refuse,
  type ToolOutcome,
  type WaitingCall,
} from "./call-in-progress.ts";
import { executeBatch } from "./execute-batch.ts";

export const DEFAULT_MAX_RESULT_CHARS = 200_000;

/** There is no run that could wait, and so no decision. */
const NOBODY: Gate = createGate("", undefined);

/** For a caller who asks people by means of its own. @param verdict What they have said of the call, if anything. */
export function createGate(callId: string, verdict: Verdict["verdict"] | undefined): Gate {
  const decisions = verdict ? [{ callId, approval: { verdict } }] : [];
  return {
    ledger: new DecisionLedger(NO_DECISIONS, decisions, []),
    agentName: "",
    remembered: new RememberedDecisions(),
  };
}

export interface CallOptions extends InvokeOptions {
  /** Whether the outcome holds the media of the result. Default false. */
  readonly media?: boolean;
  readonly listener?: CallListener;
  /** What people have decided, for a caller who can ask them; without it a call that would wait is refused. */
  readonly gate?: Gate;
  /** Whoever calls answers for the call: nobody is asked first. Default false. */
  readonly isApproved?: boolean;
}

/** Parses, validates, converts, asks, calls. Never rejects for what a tool does; rejects where the signal of `ctx` is aborted. */
export async function callOnce(
  tool: BoundTool,
  json: string | JsonObject,
  { ctx, callId = "call_1", media = false, listener, gate, isApproved = false }: CallOptions,
): Promise<ToolOutcome | WaitingCall> {
  const context = ctx instanceof RunContext ? ctx : new RunContext(ctx);
  const environment: CallEnvironment = {
    tools: new Map([[tool.name, tool]]),
    ctx: context,
    agent: undefined,
    agentName: "",
    team: undefined,
    hooks: [],
    toolHooks: [],
    messages: () => [],
    signal: context.signal,
    unknownArguments: "refuse",
    coerceArguments: false,
    maxResultChars: DEFAULT_MAX_RESULT_CHARS,
    sendMediaToModel: media,
    media: () => [],
    redaction: new Redaction(),
    allowance: { limit: 1, used: 0 },
    claimed: new Set(),
    guardrailResults: [],
    cancelGrace: 0,
    ...(!isApproved && { gate: gate ?? NOBODY }),
    ...(listener && { listener }),
  };
  const argumentsText = typeof json === "string" ? json : JSON.stringify(json);
  const batch = new Batch([{ callId, name: tool.name, argumentsText }], environment);
  await executeBatch(batch, environment);
  const [waiting] = batch.waiting;
  if (waiting && gate) return { question: waiting.question };
  if (waiting) return refuse(`this call waits for ${waiting.question?.kind ?? "people"}, and nobody can be asked here`);
  return batch.completed[0]?.outcome ?? refuse("the call had no outcome");
}

const INVOKE_CHECKS: OptionChecks<InvokeOptions> = { ctx: anObject, callId: aText };

/** @throws UserError for an option that does not exist or does not fit. */
export async function invokeTool(tool: BoundTool, json: string | JsonObject, options: InvokeOptions): Promise<string> {
  assertOptions<InvokeOptions>(options, INVOKE_CHECKS, `Tool "${tool.name}": invoke`);
  const outcome = await callOnce(tool, json, { ...options, isApproved: true });
  return isWaiting(outcome) ? refuse("the call waits for people").text : outcome.text;
}
