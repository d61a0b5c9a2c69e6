/** The neutral conversation as the messages of the conventions: a role, and parts. */
import type { AssistantItem, ContentPart, Item } from "../model/item.ts";
import type { FinishReason } from "../model/model.ts";

type Part = { readonly type: string } & { readonly [name: string]: unknown };

export interface Message {
  readonly role: "user" | "assistant" | "tool";
  readonly parts: readonly Part[];
}

export function toInputMessages(items: readonly Item[]): readonly Message[] {
  return items.map(toMessage);
}

function toMessage(item: Item): Message {
  switch (item.type) {
    case "user":
      return { role: "user", parts: userParts(item.content) };
    case "assistant":
      return { role: "assistant", parts: assistantParts(item) };
    case "tool_result":
      return { role: "tool", parts: [{ type: "tool_call_response", id: item.callId, response: item.text }] };
  }
}

export function toOutputMessages(
  output: AssistantItem | string,
  finishReason: string,
): readonly (Message & { readonly finish_reason: string })[] {
  const parts = typeof output === "string" ? [text(output)] : assistantParts(output);
  return [{ role: "assistant", parts, finish_reason: finishReason }];
}

/** In the words of the conventions. */
export function finishReasonOf(output: AssistantItem | string, finishReason: FinishReason = "stop"): string {
  if (typeof output === "object" && output.toolCalls.length > 0 && finishReason === "stop") return "tool_call";
  if (finishReason === "refusal") return "content_filter";
  return finishReason === "pause" ? "stop" : finishReason;
}

function userParts(content: string | readonly ContentPart[]): readonly Part[] {
  if (typeof content === "string") return [text(content)];
  return content.map((part) => {
    if (part.type === "text") return text(part.text);
    const facts = { modality: part.type, ...(part.mimeType !== undefined && { mime_type: part.mimeType }) };
    // Bytes do not belong into a trace.
    return part.url === undefined ? { type: "blob", ...facts } : { type: "uri", ...facts, uri: part.url };
  });
}

function assistantParts({ text: said, reasoning, refusal, toolCalls }: AssistantItem): readonly Part[] {
  const parts: Part[] = [];
  if (reasoning) parts.push({ type: "reasoning", content: reasoning });
  if (said || refusal) parts.push(text(said || (refusal ?? "")));
  for (const { callId, name, argumentsText } of toolCalls)
    parts.push({ type: "tool_call", id: callId, name, arguments: parsed(argumentsText) });
  return parts;
}

function text(content: string): Part {
  return { type: "text", content };
}

function parsed(argumentsText: string): unknown {
  try {
    return JSON.parse(argumentsText);
  } catch {
    // The model wrote no JSON; its text is what there is.
    return argumentsText;
  }
}
