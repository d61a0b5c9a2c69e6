/** From what a tool that steers the run has to say to items behind the results of its answer. */
import { UserError } from "../errors/user-error.ts";
import type { Item } from "../model/item.ts";
import type { SteeringMessages } from "../tool/steering.ts";

/**
 * @param toolName Whose call threw it.
 * @throws UserError naming the place, for what is no text and no item.
 */
export function steeringItems(
  { userMessage, agentMessage, messages = [] }: SteeringMessages,
  toolName: string,
): readonly Item[] {
  const invalid = (place: string, what: string): UserError =>
    new UserError("RUNA_INVALID_MESSAGE", `${place} of what the tool "${toolName}" threw to steer the run ${what}`);
  const assertText = (place: string, text: unknown): void => {
    if (text !== undefined && typeof text !== "string") throw invalid(place, "has to be a text.");
  };
  assertText("userMessage", userMessage);
  assertText("agentMessage", agentMessage);
  if (!Array.isArray(messages)) throw invalid("messages", "has to be a list of items.");
  const wrong = messages.findIndex((item) => !isItem(item));
  if (wrong >= 0)
    throw invalid(`messages[${wrong}]`, 'is no item of a conversation. One is { type: "user", content: "…" }.');
  return [
    ...(userMessage !== undefined ? [{ type: "user", content: userMessage } as const] : []),
    ...(agentMessage !== undefined ? [{ type: "assistant", text: agentMessage, toolCalls: [] } as const] : []),
    ...messages,
  ];
}

/** As far as the loop, and the request that follows, rely on it. */
function isItem(value: unknown): value is Item {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  const item: Partial<Record<string, unknown>> & { readonly type: unknown } = value;
  switch (item.type) {
    case "user":
      return typeof item.content === "string" || Array.isArray(item.content);
    case "assistant":
      return typeof item.text === "string" && Array.isArray(item.toolCalls);
    case "tool_result":
      return typeof item.callId === "string" && typeof item.text === "string";
    default:
      return false;
  }
}
