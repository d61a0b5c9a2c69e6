/** Tools that the provider runs itself (F10). */
import {
  Agent,
  anthropic,
  gemini,
  type Model,
  openaiChat,
  openaiResponses,
  providerTool,
  Toolkit,
} from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound } from "../support/bound.ts";
import { startModelServer } from "../support/model-server.ts";

const search = { type: "web_search", filters: { allowed: ["example.com"] } };

describe("providerTool", () => {
  it.each<[string, (baseUrl: string) => Model]>([
    ["openai-responses", (baseUrl) => openaiResponses("m", { baseUrl, apiKey: "k" })],
    ["openai-chat", (baseUrl) => openaiChat("m", { baseUrl, apiKey: "k" })],
    ["anthropic", (baseUrl) => anthropic("m", { baseUrl, apiKey: "k" })],
    ["gemini", (baseUrl) => gemini("m", { baseUrl, apiKey: "k" })],
  ])("is sent as it is, behind the other tools: %s", async (_name, model) => {
    await using server = await startModelServer({ status: 400, body: { error: { message: "enough" } } });
    for (const tools of [[providerTool(search)], [bound("own", () => ""), providerTool(search)]]) {
      await new Agent({ name: "x", model: model(server.url), tools, modelSettings: { maxRetries: 0 } }).run("go");
    }
    expect(server.requests[0]?.body.tools).toEqual([search]);
    expect(server.requests[1]?.body.tools).toEqual([expect.anything(), search]);
  });

  it("may come from a factory, and is no tool that could be called here", async () => {
    const model = new ScriptedModel([{ toolCalls: [{ name: "web_search" }] }, "ok"]);
    const run = await new Agent({ name: "x", model, tools: () => [providerTool(search)] }).run("go");
    expect(model.requests[0]).toMatchObject({ tools: [], providerTools: [search] });
    expect(run.toolCalls[0]?.text).toMatch(/^error: unknown tool web_search/);
  });

  it("takes an object, and stands in the list of an agent only", () => {
    expect(() => providerTool("web_search" as never)).toThrow(/providerTool takes an object/);
    expect(() => providerTool({})).toThrow(
      /empty definition, which names no tool\. .* such as \{ type: "web_search" \}/,
    );
    expect(providerTool({ googleSearch: {} }).definition).toEqual({ googleSearch: {} });
    expect(() => new Toolkit({ name: "kit", tools: [providerTool(search) as never] })).toThrow(/which is no tool/);
  });
});
