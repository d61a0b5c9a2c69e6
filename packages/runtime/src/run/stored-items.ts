/** What joins a stored conversation: without what must not be kept longer than the run. */
import type { AssistantItem, Item } from "../model/item.ts";
import { redactArguments } from "../tool/redaction.ts";
import type { BoundTool } from "../tool/tool.ts";
import { withoutMedia } from "./media-of-items.ts";
import type { RunProgress } from "./run-progress.ts";

/** The same items where there is nothing to leave out. */
export function storedItems({ acting, plans }: RunProgress, items: readonly Item[]): readonly Item[] {
  const all = [acting, ...plans.values()];
  const toolsOf = (name: string): readonly BoundTool[] => all.flatMap(({ tools }) => tools.get(name) ?? []);
  const kept = items.map((item) => (item.type === "assistant" ? withoutSecrets(item, toolsOf) : item));
  return acting.storeMedia ? kept : withoutMedia(kept);
}

/** The provider's own turn has the arguments too. It is needed only until its calls are answered. */
function withoutSecrets(item: AssistantItem, toolsOf: (name: string) => readonly BoundTool[]): AssistantItem {
  const toolCalls = item.toolCalls.map((call) => {
    const argumentsText = toolsOf(call.name).reduce(redactText, call.argumentsText);
    return argumentsText === call.argumentsText ? call : { ...call, argumentsText };
  });
  if (toolCalls.every((call, index) => call === item.toolCalls[index])) return item;
  const { raw: _raw, ...rest } = item;
  return { ...rest, toolCalls };
}

/** A text that is no object has no places to hide: all of it goes. */
function redactText(text: string, tool: BoundTool): string {
  if (!tool.secret || tool.secret.length === 0) return text;
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== "object" || json === null || Array.isArray(json)) return "{}";
    const shown = redactArguments(tool, json as Parameters<typeof redactArguments>[1]);
    return shown === json ? text : JSON.stringify(shown);
  } catch {
    return "{}";
  }
}
