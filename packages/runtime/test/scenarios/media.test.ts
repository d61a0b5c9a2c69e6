/** Media beside the message: who sees them, and when a file is read (B7, B8). */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Agent,
  type AgentOptions,
  Media,
  type MediaSource,
  type ModelRequest,
  type Run,
  ToolResult,
} from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bound } from "../support/bound.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "runa-media-test-"));
  await writeFile(join(folder, "chart.png"), "pixels");
});
afterAll(() => rm(folder, { recursive: true }));

const GONE = "/nowhere/there-is-no.png";

function look(seen: Media[][]) {
  return bound("look", (images: Media[]) => void seen.push(images), { params: [{ inject: "images" }] });
}

function agentThatLooks(seen: Media[][], options: AgentOptions = {}): { agent: Agent; model: ScriptedModel } {
  const model = new ScriptedModel([{ toolCalls: [{ name: "look" }] }, "done"]);
  return { agent: new Agent({ name: "test", model, tools: [look(seen)], ...options }), model };
}

function contentOf(request: ModelRequest | undefined): unknown {
  const first = request?.items[0];
  return first?.type === "user" ? first.content : undefined;
}

describe("images, videos, audio and files of a run (B7)", () => {
  it("reach the model and the tools that ask for them", async () => {
    const seen: Media[][] = [];
    const { agent, model } = agentThatLooks(seen);
    const images = [{ filepath: join(folder, "chart.png") }, { url: "https://example.com/a.png" }];
    await agent.run("What is it?", { images, files: [{ content: "aGk=", filename: "notes.txt" }] });
    expect(contentOf(model.requests[0])).toMatchObject([
      { type: "text", text: "What is it?" },
      { type: "image", mimeType: "image/png", filename: "chart.png", data: Buffer.from("pixels").toString("base64") },
      { type: "image", url: "https://example.com/a.png" },
      { type: "file", data: "aGk=", mimeType: "text/plain" },
    ]);
    expect(JSON.stringify(model.requests)).not.toContain("filepath");
    expect(seen[0]?.map(({ type }) => type)).toEqual(["image", "image"]);
    expect(Buffer.from((await seen[0]?.[0]?.bytes()) ?? []).toString()).toBe("pixels");
  });

  it("stay from the model, and not from tools, with sendMediaToModel: false", async () => {
    const seen: Media[][] = [];
    const { agent, model } = agentThatLooks(seen, { sendMediaToModel: false });
    await agent.run("What is it?", { images: [{ filepath: join(folder, "chart.png") }] });
    expect(contentOf(model.requests[0])).toEqual([{ type: "text", text: "What is it?" }]);
    expect(seen[0]).toHaveLength(1);
  });

  it("may be addresses, as in a message", async () => {
    const seen: Media[][] = [];
    const { agent, model } = agentThatLooks(seen);
    await agent.run("What is it?", {
      images: ["https://example.com/cat", "data:image/png;base64,aGk="],
      files: ["https://example.com/a.pdf"],
    });
    expect(contentOf(model.requests[0])).toMatchObject([
      { type: "text", text: "What is it?" },
      { type: "image", url: "https://example.com/cat" },
      { type: "image", data: "aGk=", mimeType: "image/png" },
      { type: "file", url: "https://example.com/a.pdf" },
    ]);
    expect(seen[0]?.map(({ url }) => url)).toEqual(["https://example.com/cat", undefined]);
  });

  it.each(["cat.png", "file:///cat.png", ""])("are no bare names: %j", async (name) => {
    const { agent, model } = agentThatLooks([]);
    await expect(agent.run("go", { images: [{ filepath: GONE }, name] })).rejects.toThrow(
      `images[1] is "${name}", which the provider cannot open. For a file, write new Media("image", { filepath: "${name}" }).`,
    );
    expect(model.requests).toEqual([]);
  });

  it("are read by nobody who does not ask (B8)", async () => {
    const seen: Media[][] = [];
    const { agent } = agentThatLooks(seen, { sendMediaToModel: false });
    const run = await agent.run("go", { images: [{ filepath: GONE }] });
    expect(run.status).toBe("completed");
    expect(seen[0]?.[0]?.filepath).toBe(GONE);
    await expect(seen[0]?.[0]?.bytes()).rejects.toThrow("ENOENT");
  });

  it("are misuse where the model is to see a file that cannot be read", async () => {
    const { agent, model } = agentThatLooks([]);
    await expect(agent.run("go", { images: [{ filepath: GONE }] })).rejects.toThrow(`The image ${GONE} cannot be read`);
    expect(model.requests).toEqual([]);
  });

  it("are an empty list where there are none", async () => {
    const seen: Media[][] = [];
    await agentThatLooks(seen).agent.run("go");
    expect(seen).toEqual([[]]);
  });

  it("may be Media, come with parts of a message, and keep their ids", async () => {
    const seen: Media[][] = [];
    const { agent } = agentThatLooks(seen);
    const image = new Media("image", { content: Buffer.from("x"), id: "mine" });
    await agent.run(
      [
        { type: "text", text: "Look" },
        { type: "image", url: "https://example.com/b.png" },
      ],
      {
        images: [image],
      },
    );
    expect(seen[0]?.map(({ id, url }) => [id, url])).toEqual([
      [expect.any(String), "https://example.com/b.png"],
      ["mine", undefined],
    ]);
  });

  it("of tools are seen by later tools of the run too, once each", async () => {
    const seen: Media[][] = [];
    const draw = bound("draw", () => new ToolResult({ content: "drawn", images: [{ filepath: GONE, id: "drawn" }] }));
    const model = new ScriptedModel([{ toolCalls: [{ name: "draw" }] }, { toolCalls: [{ name: "look" }] }, "done"]);
    const agent = new Agent({ name: "test", model, tools: [draw, look(seen)], sendMediaToModel: false });
    const run = await agent.run("go", { images: [{ url: "https://example.com/a.png" }] });
    expect(seen[0]?.map(({ id }) => id)).toEqual([expect.stringMatching(/^image_/), "drawn"]);
    expect(JSON.stringify(model.requests)).not.toContain("image");
    expect(run.images.map(({ id }) => id)).toEqual(["drawn"]);
  });

  it.each<readonly [images: unknown, said: string]>([
    ["chart.png", "must be a list of media"],
    [[5], "must be a list of media"],
    [["chart.png"], 'images[0] is "chart.png", which the provider cannot open'],
    [[{}], "exactly one of url, filepath and content"],
    [[{ url: "https://example.com/a.png", filepath: "a.png" }], "exactly one of url, filepath and content"],
  ])("are refused as %j", async (images, said) => {
    const { agent } = agentThatLooks([]);
    await expect(agent.run("go", { images: images as [] })).rejects.toThrow(said);
  });
});

const PNG = "iVBORw0KGgoAAAANSUhEUg==";

describe("media that a tool returns as they are (D2)", () => {
  async function shown(give: () => unknown): Promise<{ text: unknown; media: unknown; run: Run }> {
    const model = new ScriptedModel([{ toolCalls: [{ name: "draw" }] }, "done"]);
    const run = await new Agent({ name: "test", model, tools: [bound("draw", give)] }).run("go");
    const result = model.requests[1]?.items.find(({ type }) => type === "tool_result");
    return { text: run.toolCalls[0]?.text, media: result?.type === "tool_result" ? result.media : undefined, run };
  }
  const photo = (): Media => new Media("image", { content: PNG });

  it.each<readonly [what: string, give: () => unknown, text: string, images: number]>([
    ["one", photo, "1 image", 1],
    ["a promise of one", async () => photo(), "1 image", 1],
    ["a list", () => [photo(), photo(), new Media("file", { content: "aGk=" })], "2 images, 1 file", 2],
    [
      "what a generator yields",
      async function* () {
        yield "Drawn: ";
        yield photo();
      },
      "Drawn: 1 image",
      1,
    ],
  ])("are shown to the model, and are no text: %s", async (_what, give, text, images) => {
    const { text: said, media, run } = await shown(give);
    expect(said).toBe(text);
    expect(run.images).toHaveLength(images);
    expect(media).toContainEqual(expect.objectContaining({ type: "image", mimeType: "image/png", data: PNG }));
  });

  it("are data among other data", async () => {
    const { text, run } = await shown(() => [photo(), "and a text"]);
    expect(text).toContain("and a text");
    expect(run.images).toEqual([]);
  });
});

it.each<readonly [source: MediaSource, mimeType: string | undefined]>([
  [{ content: Buffer.from(PNG, "base64") }, "image/png"],
  [{ content: PNG, filename: "photo.jpg" }, "image/png"],
  [{ content: "aGk=", filename: "photo.jpg" }, "image/jpeg"],
  [{ filepath: "/nowhere/x.png" }, "image/png"],
  [{ content: PNG, mimeType: "image/x-own" }, "image/x-own"],
  [{ content: "aGk=" }, undefined],
])("a piece of media says of what type it is: %j (B7)", (source, mimeType) => {
  expect(new Media("image", source).mimeType).toBe(mimeType);
});
