/** Anthropic ends a long turn with `pause_turn`: sent back as it came, the model goes on. */
import { Agent, anthropic } from "@runa/runtime";
import { describe, expect, it } from "vitest";
import { startModelServer } from "../support/model-server.ts";

const usage = { input_tokens: 10, output_tokens: 5 };
const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "Oslo" } };
const thinking = { type: "thinking", thinking: "Let me look.", signature: "signed" };
const paused = { id: "a", role: "assistant", content: [thinking, search], stop_reason: "pause_turn", usage };
const done = { id: "b", role: "assistant", content: [{ type: "text", text: "Cold." }], stop_reason: "end_turn", usage };

const agentAt = (baseUrl: string, maxTurns = 10) =>
  new Agent({ name: "test", model: anthropic("claude-sonnet-5", { baseUrl, apiKey: "key-123456" }), maxTurns });

describe("a paused turn", () => {
  it("is sent back unchanged until the model is done", async () => {
    await using server = await startModelServer({ body: paused }, { body: paused }, { body: done });
    const run = await agentAt(server.url).run("How is Oslo?");
    expect(run).toMatchObject({
      status: "completed",
      stopReason: "completed",
      output: "Cold.",
      usage: { requests: 3 },
    });
    expect(server.requests.map(({ body }) => body.messages)).toMatchObject([
      [{ role: "user" }],
      [{ role: "user" }, { role: "assistant", content: [thinking, search] }],
      [{ role: "user" }, { role: "assistant", content: [thinking, search, thinking, search] }],
    ]);
  });

  it("counts as a turn", async () => {
    await using server = await startModelServer({ body: paused });
    const run = await agentAt(server.url, 3).run("How is Oslo?");
    expect(run).toMatchObject({ status: "error", stopReason: "max_turns" });
    expect(server.requests).toHaveLength(3);
  });
});
