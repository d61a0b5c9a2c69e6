import { describe, expect, it } from "vitest";
import type { AssistantItem, ToolCall } from "../model/item.ts";
import { readToolCalls } from "./read-tool-calls.ts";

function item(...toolCalls: readonly ToolCall[]): AssistantItem {
  return { type: "assistant", text: "", toolCalls, raw: { provider: "p", turn: 1 } };
}
const call = (callId: string, argumentsText = "{}", name = "f"): ToolCall => ({ callId, name, argumentsText });
const ids = (read: AssistantItem): string[] => read.toolCalls.map(({ callId }) => callId);

function reader(): (read: AssistantItem) => AssistantItem {
  const known = new Map<string, string>();
  let made = 0;
  return (read) => readToolCalls(read, known, () => `new_${++made}`);
}

describe("readToolCalls (C12)", () => {
  it("leaves an answer with ids of its own as it is", () => {
    const answer = item(call("a"), call("b"));
    expect(reader()(answer)).toBe(answer);
  });

  it("takes the same call twice in an answer as one", () => {
    const read = reader()(item(call("a"), call("a")));
    expect(ids(read)).toEqual(["a"]);
  });

  it("renames an id that is missing, or taken by another call, also in a later answer", () => {
    const read = reader();
    expect(ids(read(item(call(""), call("a"), call("a", '{"x":1}'))))).toEqual(["new_1", "a", "new_2"]);
    const renamed = read(item(call("a", '{"x":2}')));
    expect(renamed).toMatchObject({
      toolCalls: [{ callId: "new_3", rawCallId: "a" }],
      raw: { provider: "p", turn: 1 },
    });
  });

  it("keeps the id of a call that is repeated in a later answer, so that its claim is refused", () => {
    const read = reader();
    read(item(call("a")));
    const again = item(call("a"));
    expect(read(again)).toBe(again);
  });
});
