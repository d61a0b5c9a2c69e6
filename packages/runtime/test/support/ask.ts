/** One request to a model, and what came of it in a form that is short enough to be written down by hand. */
import type { Item } from "../../src/model/item.ts";
import type { Model, ModelEvent, ModelRequest, ModelResponse, ModelTool } from "../../src/model/model.ts";

export interface Asked {
  readonly response: ModelResponse;
  readonly events: readonly ModelEvent[];
}

export function toolNamed(name: string, parameters?: object): ModelTool {
  return {
    definition: {
      name,
      description: `Tool ${name}`,
      parameters: { type: "object", properties: {}, additionalProperties: false, ...parameters },
    },
  };
}

export const HELLO: Item = { type: "user", content: "hello" };

export async function ask(model: Model, request: Partial<ModelRequest> = {}): Promise<Asked> {
  const events: ModelEvent[] = [];
  const response = await model.respond({
    instructions: "",
    items: [HELLO],
    tools: [],
    settings: { maxRetries: 0 },
    stream: true,
    onEvent: (event) => events.push(event),
    ...request,
  });
  return { response, events };
}

export interface Want {
  readonly text?: string;
  readonly reasoning?: string;
  readonly refusal?: string;
  /** `id name arguments` */
  readonly calls?: readonly string[];
  readonly finish?: string;
  /** Input, output, and where they are not 0: cached, written to the cache, reasoning. */
  readonly usage?: readonly number[];
}

/** Long texts are cut behind their first sixty characters; ids that we made are `made`. */
export function summarize({ response }: Asked): Want {
  const { item, finishReason, usage } = response;
  const counts = [
    usage.inputTokens,
    usage.outputTokens,
    usage.cachedInputTokens,
    usage.cacheWriteInputTokens,
    usage.reasoningTokens,
  ];
  while (counts.length > 2 && counts.at(-1) === 0) counts.pop();
  return {
    ...(item.text === "" ? undefined : { text: cut(item.text) }),
    ...(item.reasoning === undefined ? undefined : { reasoning: cut(item.reasoning) }),
    ...(item.refusal === undefined ? undefined : { refusal: cut(item.refusal) }),
    ...(item.toolCalls.length === 0
      ? undefined
      : { calls: item.toolCalls.map((call) => `${nameOf(call.callId)} ${call.name} ${call.argumentsText}`) }),
    finish: finishReason,
    usage: counts,
  };
}

function nameOf(callId: string): string {
  return /^call_[0-9a-f]{8}-/.test(callId) ? "made" : callId;
}

function cut(text: string): string {
  return text.length > 60 ? text.slice(0, 60) : text;
}

/** What the events say, joined: it has to be what the answer says. */
export function joinEvents(events: readonly ModelEvent[]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const event of events) {
    if (event.type === "retry") continue;
    const key = event.type === "tool_arguments_delta" ? `${event.callId} ${event.name}` : event.type;
    joined[key] = (joined[key] ?? "") + event.delta;
  }
  return joined;
}
