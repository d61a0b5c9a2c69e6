/**
 * Calls of earlier turns, as a provider takes them back: under names that its rules allow, since a model may name a tool
 * in any way or not at all; and under the ids that their results go by.
 */
import { fitToolName, type ToolNameRule } from "../manifest/dialects/tool-name.ts";
import type { AssistantItem } from "../model/item.ts";

/** Stands for a name in a call that has none: an empty one costs the whole request. */
const UNNAMED = "unnamed_tool";

export function toEchoName(name: string, rule: ToolNameRule): string {
  return name === "" ? UNNAMED : fitToolName(name, rule);
}

/** For each id in the raw turn that the run has replaced, the one that is used now. `undefined` where there is none. */
export function renamedIds({ toolCalls }: AssistantItem): ReadonlyMap<unknown, string> | undefined {
  let renamed: Map<unknown, string> | undefined;
  for (const { callId, rawCallId } of toolCalls) {
    if (rawCallId === undefined || rawCallId === callId) continue;
    renamed ??= new Map();
    renamed.set(rawCallId, callId);
  }
  return renamed;
}
