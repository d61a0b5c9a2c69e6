/** What stands between a model and a tool: the options that say when people, or checks, come first. */
import type { RunContext } from "./run-context.ts";

export interface ApprovalInfo {
  readonly ctx: RunContext;
  readonly callId: string;
  readonly toolName: string;
  readonly signal: AbortSignal;
}

/**
 * Whether a call has to be approved.
 *
 * **Contract.** Gets the arguments as the function would receive them, frozen; those that the model left out are
 * `undefined`. Only `false` lets the call through: a predicate that throws, or gives anything else, means that a person
 * is asked.
 */
export type ApprovalPredicate<Arguments = Record<string, unknown>> = Asking<Arguments>["asks"];

/** A method, because those of a tool with known arguments have to pass as those of any tool. */
interface Asking<Arguments> {
  asks(args: Readonly<Arguments>, info: ApprovalInfo): boolean | Promise<boolean>;
}

const approvalBrand: unique symbol = Symbol.for("runa.approval");

/** A predicate with a name and a description for whoever is asked. Made by `approval`. */
export interface Approval<Arguments = Record<string, unknown>> {
  readonly [approvalBrand]: true;
  readonly name: string;
  readonly description: string | undefined;
  readonly predicate: ApprovalPredicate<Arguments>;
}

export interface GateNames {
  readonly name?: string;
  readonly description?: string;
}

/**
 * Names an approval: people who are asked are shown the description.
 *
 * @example
 * ```ts
 * const large = approval(({ amount }: { amount: number }) => amount >= 50, {
 *   name: "large_refund",
 *   description: "Refunds of 50 and more are for a person to decide.",
 * });
 * tools.refund.with({ needsApproval: large });
 * ```
 */
export function approval<Arguments = Record<string, unknown>>(
  predicate: ApprovalPredicate<Arguments>,
  { name, description }: GateNames = {},
): Approval<Arguments> {
  return Object.freeze<Approval<Arguments>>({
    [approvalBrand]: true,
    name: name ?? (predicate.name || "approval"),
    description,
    predicate,
  });
}

export function isApproval(value: unknown): value is Approval {
  return typeof value === "object" && value !== null && approvalBrand in value;
}

export interface GuardrailInfo {
  readonly ctx: RunContext;
  /** The agent that acts. */
  readonly agent: object | undefined;
  /** Of a tool's guardrail. */
  readonly toolName?: string;
  readonly callId?: string;
  readonly signal: AbortSignal;
}

/**
 * **Contract.** `true` trips, and ends the run; `false` lets the value through. Whatever else it does, throwing included,
 * counts as tripped.
 */
export type GuardrailCheck<Value = unknown> = Checking<Value>["checks"];

interface Checking<Value> {
  checks(value: Value, info: GuardrailInfo): boolean | Promise<boolean>;
}

const guardrailBrand: unique symbol = Symbol.for("runa.guardrail");

/** One check on one side: in front of an agent or a tool, or behind it. */
export interface GuardrailSide {
  readonly [guardrailBrand]: "input" | "output";
  readonly name: string;
  readonly description: string | undefined;
  readonly check: GuardrailCheck;
}

/** Made by `guardrail`. */
export interface Guardrail {
  readonly [guardrailBrand]: "both";
  readonly input: GuardrailSide;
  readonly output: GuardrailSide;
}

export interface GuardrailGroup {
  readonly input?: readonly (Guardrail | GuardrailSide)[];
  readonly output?: readonly (Guardrail | GuardrailSide)[];
}

/** A bare guardrail stands on both sides, one in a group on the side of its key. */
export type GuardrailsOption = GuardrailGroup | readonly (Guardrail | GuardrailSide | GuardrailGroup)[];

/**
 * A check of a value. Around an agent it sees the user's text and the final answer, around a tool the arguments, as the
 * function receives them, and what the function returned.
 *
 * @example
 * ```ts
 * const secrets = guardrail((text: string) => text.includes("sk-"), {
 *   name: "secrets",
 *   description: "Keys are not said aloud.",
 * });
 * new Agent({ name: "support", guardrails: [secrets.output], … });
 * tools.search.with({ guardrails: { input: [secrets] } });
 * ```
 */
export function guardrail<Value = unknown>(
  check: GuardrailCheck<Value>,
  { name, description }: GateNames = {},
): Guardrail {
  const side = (which: "input" | "output"): GuardrailSide =>
    Object.freeze({
      [guardrailBrand]: which,
      name: name ?? (check.name || "guardrail"),
      description,
      // Who puts a guardrail around something says what its value is.
      check: check as GuardrailCheck,
    });
  return Object.freeze<Guardrail>({ [guardrailBrand]: "both", input: side("input"), output: side("output") });
}

export function sideOf(value: unknown): "input" | "output" | "both" | undefined {
  if (typeof value !== "object" || value === null || !(guardrailBrand in value)) return undefined;
  return (value as Guardrail | GuardrailSide)[guardrailBrand];
}
