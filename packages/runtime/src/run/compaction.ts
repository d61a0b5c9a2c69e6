/** Shortens the conversation of a run, in what the model is sent and in what is stored (H15). */
import type { Item } from "../model/item.ts";
import { repairHistory } from "../model/repair-history.ts";
import type { RunProgress } from "./run-progress.ts";

/** What fits into the window of most models, with room for an answer. */
const MOST_TOKENS = 200_000;

/** Between two requests, where every call has its result. */
export async function compactConversation(progress: RunProgress): Promise<void> {
  const { compact } = progress.acting;
  const { items, historyItems, contextTokens } = progress;
  // Before the first answer nobody knows how long it is; and once for each.
  if (!compact || contextTokens === 0) return;
  progress.contextTokens = 0;
  if (compact === true) {
    if (contextTokens > MOST_TOKENS && historyItems > 0) replace(progress, items.slice(historyItems));
    return;
  }
  const kept = await compact([...items], contextTokens);
  if (!kept) return;
  replace(progress, repairHistory(kept));
  // Nobody knows what of it is the run's message.
  progress.inputItems = 0;
}

function replace(progress: RunProgress, kept: readonly Item[]): void {
  progress.items.splice(0, progress.items.length, ...kept);
  progress.historyItems = 0;
  progress.isCompacted = true;
}
