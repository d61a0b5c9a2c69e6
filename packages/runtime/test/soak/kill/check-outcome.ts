/** What must hold once a killed run has been gone on with to its end, wherever it was killed. */
import { existsSync, readFileSync } from "node:fs";
import type { Item, ToolResultItem } from "../../../src/model/item.ts";
import { INTERRUPTED_TEXT, repairHistory } from "../../../src/model/repair-history.ts";
import type { StoredSession } from "../../../src/session/stored-session.ts";
import { CALLS, FIRST_CALLS, REJECTED_TEXT, SECOND_CALLS } from "./scenario.ts";

export interface Outcome {
  readonly problems: readonly string[];
  /** Calls whose result says that nobody knows. */
  readonly unknown: number;
}

export async function checkOutcome(session: StoredSession, effects: string): Promise<Outcome> {
  const problems: string[] = [];
  const items = await session.getItems();
  const state = (await session.getState()) ?? {};
  const results = new Map(items.filter(isResult).map((item) => [item.callId, item]));
  const lines = existsSync(effects) ? readFileSync(effects, "utf8").split("\n") : [];
  const shape = items.map(({ type }) => type).join(" ");
  const want = ["user", "assistant", ...FIRST_CALLS.map(() => "tool_result"), "assistant"];
  const whole = [...want, ...SECOND_CALLS.map(() => "tool_result"), "assistant"].join(" ");
  if (shape !== whole) problems.push(`the history is ${shape}`);
  if (repairHistory(items) !== items) problems.push("the history is not valid");
  if ((await session.pending()).length > 0) problems.push("a run is still pending");
  let unknown = 0;
  for (const { callId, fate } of CALLS) {
    const ran = lines.filter((line) => line === callId).length;
    const { text = "no result", isError = true } = results.get(callId) ?? {};
    const isUnknown = isError && text === INTERRUPTED_TEXT;
    if (isUnknown) unknown++;
    if (fate !== "readonly" && ran > 1) problems.push(`${callId} ran ${ran} times`);
    if (fate === "rejected") {
      if (ran > 0) problems.push(`${callId} was rejected and ran`);
      if (text !== REJECTED_TEXT) problems.push(`${callId} was rejected and says "${text}"`);
    } else if (!isUnknown || fate === "readonly") {
      if (ran === 0) problems.push(`${callId} never ran and says "${text}"`);
      if (text !== `did ${callId}`) problems.push(`${callId} says "${text}"`);
      if (state[callId] !== true) problems.push(`what ${callId} changed in the state is lost`);
    }
  }
  return { problems, unknown };
}

function isResult(item: Item): item is ToolResultItem {
  return item.type === "tool_result";
}
