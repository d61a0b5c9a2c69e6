import { describe, expect, it } from "vitest";
import type { Model, ModelResponse } from "../model/model.ts";
import { NO_USAGE } from "../tool/usage.ts";
import { readResponse } from "./read-response.ts";

const model = { id: "own" } as Model;
const read = (response: unknown): ModelResponse => readResponse(response as ModelResponse, model);
const item = { type: "assistant", text: "hi", toolCalls: [] };

describe("readResponse", () => {
  it("leaves a whole answer as it is", () => {
    const whole = { item, finishReason: "stop", usage: { ...NO_USAGE, requests: 1 } };
    expect(read(whole)).toBe(whole);
  });

  it.each([
    ["usage", { item, finishReason: "stop" }],
    ["the finish reason", { item, usage: { ...NO_USAGE, requests: 1 } }],
    ["an unknown finish reason", { item, finishReason: "tool_calls", usage: null }],
    ["everything but the text", { item: { text: "hi" } }],
  ])("adds %s", (_name, response) => {
    expect(read(response)).toEqual({ item, finishReason: "stop", usage: { ...NO_USAGE, requests: 1 } });
  });

  it("adds up what is there of usage, and takes nothing that is no number", () => {
    const { usage } = read({
      item,
      finishReason: "stop",
      usage: { inputTokens: 3, outputTokens: 4, reasoningTokens: "x" },
    });
    expect(usage).toEqual({ ...NO_USAGE, requests: 1, inputTokens: 3, outputTokens: 4, totalTokens: 7 });
  });

  it.each([undefined, null, {}, { item: null }, { item: "hi" }])("takes %o for no answer", (response) => {
    expect(() => read(response)).toThrow('The model "own" answered with nothing at all.');
  });

  it.each([
    { text: 5 },
    { text: "", toolCalls: {} },
    { text: "", toolCalls: [null] },
    { text: "", toolCalls: [{ callId: "a", name: "f", argumentsText: {} }] },
  ])("says what is wrong with the item %o", (given) => {
    expect(() => read({ item: given })).toThrow("callId, name and argumentsText");
  });
});
