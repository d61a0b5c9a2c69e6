/** Makes the ids of an answer's calls unique in their run: results are told apart by nothing else. */
import type { AssistantItem, ToolCall } from "../model/item.ts";

/**
 * The same call twice in an answer is one; an id that is missing, or that another call has, is replaced. A call that is
 * repeated in a later answer keeps its id, and is refused when it is claimed. The provider's own turn stays as it came:
 * signatures in it must not be lost. Its ids are put right where it is sent back.
 *
 * @param known By id, name and arguments; what is new is added.
 * @returns The same item where nothing had to change.
 */
export function readToolCalls(item: AssistantItem, known: Map<string, string>, createId: () => string): AssistantItem {
  /** Under the ids that the model wrote. */
  const own = new Set<string>();
  const toolCalls: ToolCall[] = [];
  let changed = false;
  for (const call of item.toolCalls) {
    const content = `${call.name}\n${call.argumentsText}`;
    const before = call.callId ? known.get(call.callId) : undefined;
    const written = `${call.callId}\n${content}`;
    if (call.callId && own.has(written)) {
      changed = true;
      continue;
    }
    own.add(written);
    const keeps = Boolean(call.callId) && (before === undefined || before === content);
    const callId = keeps ? call.callId : createId();
    changed ||= !keeps;
    known.set(callId, content);
    toolCalls.push(keeps ? call : { ...call, callId, rawCallId: call.callId });
  }
  return changed ? { ...item, toolCalls } : item;
}
