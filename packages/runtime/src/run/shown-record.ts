/** What may be printed of a call. The record itself belongs to the program, and holds everything. */
import type { ToolCallRecord } from "./tool-call-record.ts";

type Shown = Pick<ToolCallRecord, "arguments" | "text">;

const redacted = new WeakMap<ToolCallRecord, Shown>();

export function rememberShown(record: ToolCallRecord, shown: Shown): void {
  redacted.set(record, shown);
}

/** The record itself where nothing is secret. */
export function shownOf(record: ToolCallRecord): Shown {
  return redacted.get(record) ?? record;
}
