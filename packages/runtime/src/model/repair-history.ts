/**
 * A history as every provider accepts it: each call is answered, right behind the turn that made it, once. Sessions of
 * processes that were killed, and histories put together by hand, are not always so.
 */
import type { AssistantItem, Item, ToolResultItem } from "./item.ts";

/** What a call that was never answered is answered with. */
export const INTERRUPTED_TEXT = "error: the call was interrupted; whether it had an effect is unknown";

/**
 * Answers unanswered calls with an "interrupted" error, moves results behind their calls, and drops results without a
 * call and second results. The same list comes back when there is nothing to do. Pure.
 */
export function repairHistory(items: readonly Item[]): readonly Item[] {
  return isSound(items) ? items : repair(items);
}

function isSound(items: readonly Item[]): boolean {
  let open: Set<string> | undefined;
  for (const item of items) {
    if (item.type === "tool_result") {
      if (!open?.delete(item.callId)) return false;
      continue;
    }
    if (open !== undefined && open.size > 0) return false;
    if (item.type === "assistant" && item.toolCalls.length > 0) {
      open = new Set(item.toolCalls.map((call) => call.callId));
      if (open.size < item.toolCalls.length) return false;
    } else open = undefined;
  }
  return open === undefined || open.size === 0;
}

function repair(items: readonly Item[]): Item[] {
  const repaired: Item[] = [];
  for (const [index, item] of items.entries()) {
    if (item.type === "tool_result") continue;
    repaired.push(item);
    if (item.type === "assistant" && item.toolCalls.length > 0)
      repaired.push(...answersTo(item, resultsAfter(items, index)));
  }
  return repaired;
}

/** The first result for each id, up to the next turn of the model. */
function resultsAfter(items: readonly Item[], index: number): Map<string, ToolResultItem> {
  const results = new Map<string, ToolResultItem>();
  for (let next = index + 1; next < items.length; next++) {
    const item = items[next];
    if (item === undefined || item.type === "assistant") break;
    if (item.type === "tool_result" && !results.has(item.callId)) results.set(item.callId, item);
  }
  return results;
}

function answersTo({ toolCalls }: AssistantItem, results: ReadonlyMap<string, ToolResultItem>): ToolResultItem[] {
  const ids = new Set<string>();
  const answers: ToolResultItem[] = [];
  for (const { callId, name } of toolCalls) {
    if (ids.has(callId)) continue;
    ids.add(callId);
    answers.push(results.get(callId) ?? { type: "tool_result", callId, name, text: INTERRUPTED_TEXT, isError: true });
  }
  return answers;
}
