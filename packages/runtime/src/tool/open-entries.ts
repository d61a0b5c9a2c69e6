/** From entries to tools, for one run or for as long as they are served: what stands for tools that must be opened gives way to them. */
import { errorMessage } from "../errors/error-message.ts";
import { warn } from "../logging/logger.ts";
import type { ToolEntry } from "./tool-entry.ts";
import { isToolSource, type OpenTools, type OpenToolsRequest, openTools } from "./tool-source.ts";

export interface OpenedEntries {
  /** In the order of the entries, the tools of a source in its place. */
  readonly entries: readonly ToolEntry[];
  /** Never throws. */
  readonly close: () => Promise<void>;
}

/** Opens all sources at once. @throws What the first of them throws, after the others were closed again. */
export async function openEntries(entries: readonly ToolEntry[], request: OpenToolsRequest): Promise<OpenedEntries> {
  const attempts = await Promise.allSettled(
    entries.map(async (entry) => (isToolSource(entry) ? { opened: await entry[openTools](request) } : { entry })),
  );
  const results = attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
  const close = closeAll(results.flatMap((result) => ("opened" in result ? [result.opened] : [])));
  const failure = attempts.find((attempt) => attempt.status === "rejected");
  if (failure) {
    await close();
    throw failure.reason;
  }
  return {
    entries: results.flatMap((result): readonly ToolEntry[] =>
      "opened" in result ? result.opened.tools : [result.entry],
    ),
    close,
  };
}

function closeAll(opened: readonly OpenTools[]): () => Promise<void> {
  return async () => {
    const attempts = await Promise.allSettled(opened.map(async (one) => one.close?.()));
    for (const attempt of attempts) {
      if (attempt.status === "fulfilled") continue;
      warn("RUNA_TOOL_SOURCE_CLOSE", `Tools could not be closed: ${errorMessage(attempt.reason)}`);
    }
  };
}
