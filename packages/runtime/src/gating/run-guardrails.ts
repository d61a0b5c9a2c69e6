/** Runs the checks of one side, in their order, up to the first that trips. */
import { errorMessage } from "../errors/error-message.ts";
import { GuardrailTripwireTriggered } from "../errors/guardrail-tripwire-triggered.ts";
import type { GuardrailInfo, GuardrailSide } from "../tool/gates.ts";
import type { GuardrailPhase, GuardrailResult } from "./guardrail-result.ts";

export interface GuardedValue {
  readonly phase: GuardrailPhase;
  readonly value: unknown;
  readonly info: GuardrailInfo;
}

/**
 * @param trail Where each check that ran is written down.
 * @throws GuardrailTripwireTriggered
 */
export async function runGuardrails(
  guardrails: readonly GuardrailSide[],
  { phase, value, info }: GuardedValue,
  trail: GuardrailResult[],
): Promise<undefined> {
  for (const { name, description, check } of guardrails) {
    const { tripped, problem, cause } = await ask(() => check(value, info));
    const { toolName, callId } = info;
    const result: GuardrailResult = {
      name,
      phase,
      tripped,
      ...(description !== undefined && { outputInfo: description }),
      ...(toolName !== undefined && { toolName }),
      ...(callId !== undefined && { callId }),
      ...(problem !== undefined && { error: problem }),
    };
    trail.push(result);
    if (tripped) throw new GuardrailTripwireTriggered(result, cause === undefined ? undefined : { cause });
  }
}

interface Answer {
  readonly tripped: boolean;
  readonly problem?: string;
  readonly cause?: unknown;
}

/** Fails closed. */
async function ask(check: () => boolean | Promise<boolean>): Promise<Answer> {
  try {
    const answer: unknown = await check();
    if (typeof answer === "boolean") return { tripped: answer };
    return { tripped: true, problem: `it gave ${answer === null ? "null" : typeof answer}, not true or false` };
  } catch (cause) {
    return { tripped: true, problem: errorMessage(cause), cause };
  }
}
