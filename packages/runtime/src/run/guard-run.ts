/** The guardrails of an agent: on what the user says, and on what is answered. */
import { runGuardrails } from "../gating/run-guardrails.ts";
import type { Item } from "../model/item.ts";
import type { RunProgress } from "./run-progress.ts";

/** @throws GuardrailTripwireTriggered, before the first request. */
export async function guardInput(progress: RunProgress): Promise<void> {
  const { input } = progress.acting.guardrails;
  if (input.length === 0) return;
  await guard(progress, "input", latestUserText(progress.items));
}

/** @throws GuardrailTripwireTriggered, before anybody has seen the answer. */
export async function guardOutput(progress: RunProgress, output: string): Promise<void> {
  if (progress.acting.guardrails.output.length > 0) await guard(progress, "output", output);
}

async function guard(progress: RunProgress, phase: "input" | "output", value: string): Promise<void> {
  const { ctx, signal, acting } = progress;
  const info = { ctx, agent: acting.agent, signal };
  await runGuardrails(acting.guardrails[phase], { phase, value, info }, progress.guardrailResults);
  signal.throwIfAborted();
}

/** Its texts; media are not looked at. */
function latestUserText(items: readonly Item[]): string {
  const item = items.findLast(({ type }) => type === "user");
  if (item?.type !== "user") return "";
  if (typeof item.content === "string") return item.content;
  return item.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
