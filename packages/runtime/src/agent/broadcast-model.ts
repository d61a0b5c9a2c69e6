/**
 * What stands in place of a model where a task goes to all members of a team: it calls every tool it has with the task, and
 * answers with what they said. So a broadcast is a run like any other: it can pause, fail in part, and be watched.
 */
import type { Item, ToolResultItem } from "../model/item.ts";
import type { Model, ModelRequest, ModelResponse } from "../model/model.ts";
import { NO_USAGE } from "../tool/usage.ts";

export class BroadcastModel implements Model {
  readonly provider: string = "broadcast";
  readonly id: string = "broadcast";
  readonly asksNobody: true = true;

  async respond({ items, tools }: ModelRequest): Promise<ModelResponse> {
    const results = items.filter((item): item is ToolResultItem => item.type === "tool_result");
    const text = results.map((result) => `${result.name}: ${result.text}`).join("\n\n");
    const argumentsText = JSON.stringify({ input: taskOf(items) });
    const toolCalls =
      results.length > 0
        ? []
        : tools.map(({ definition: { name } }, index) => ({ callId: `call_${index + 1}`, name, argumentsText }));
    return { item: { type: "assistant", text, toolCalls }, finishReason: "stop", usage: NO_USAGE };
  }
}

function taskOf([first]: readonly Item[]): string {
  return first?.type === "user" && typeof first.content === "string" ? first.content : "";
}
