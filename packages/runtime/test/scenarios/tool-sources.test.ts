/** Tools that are opened when a run starts, and closed when it has ended. */
import { Agent, ToolSourceError, tool } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { describe, expect, it, vi } from "vitest";
import { type BoundTool, isTool } from "../../src/tool/tool.ts";
import { type OpenTools, type OpenToolsRequest, openTools, type ToolSource } from "../../src/tool/tool-source.ts";

function named(name: string, run: () => unknown = () => name): BoundTool {
  const made: unknown = tool.fromSchema({ name, description: "", parameters: { type: "object" }, execute: run });
  if (isTool(made)) return made;
  throw new Error("fromSchema gave no tool");
}

class Source implements ToolSource {
  opened = 0;
  closed = 0;
  readonly requests: OpenToolsRequest[] = [];
  readonly #tools: readonly BoundTool[];
  readonly #failure: Error | undefined;

  constructor(tools: readonly BoundTool[], failure?: Error) {
    this.#tools = tools;
    this.#failure = failure;
  }

  async [openTools](request: OpenToolsRequest): Promise<OpenTools> {
    this.requests.push(request);
    await Promise.resolve();
    if (this.#failure) throw this.#failure;
    this.opened++;
    return { tools: this.#tools, close: () => void this.closed++ };
  }
}

describe("a tool source", () => {
  it("is opened for each run and closed after it, its tools in its place", async () => {
    const source = new Source([named("b"), named("c")]);
    const last = new Source([named("e")]);
    const model = new ScriptedModel([{ toolCalls: [{ name: "c" }, { name: "e" }] }, "done", "again"]);
    const agent = new Agent({ name: "x", model, tools: [named("a"), source, named("d")], mcp: [last] });
    const run = await agent.run("go", { userId: "u1" });
    expect(run.toolCalls.map(({ text }) => text)).toEqual(["c", "e"]);
    expect(model.requests[0]?.tools.map(({ definition }) => definition.name)).toEqual(["a", "b", "c", "d", "e"]);
    expect([source.opened, source.closed]).toEqual([1, 1]);
    expect(source.requests[0]).toMatchObject({ agent, agentName: "x", ctx: { userId: "u1", runId: run.runId } });
    await agent.run("again");
    expect([source.opened, source.closed, last.closed]).toEqual([2, 2, 2]);
  });

  it("may come from a factory", async () => {
    const source = new Source([named("b")]);
    const model = new ScriptedModel([{ toolCalls: [{ name: "b" }] }, "done"]);
    const run = await new Agent({ name: "x", model, tools: async () => [source] }).run("go");
    expect(run.toolCalls[0]?.text).toBe("b");
    expect(source.closed).toBe(1);
  });

  it("is closed when the model fails, when the run is aborted, and when its tools cannot be used", async () => {
    const source = new Source([named("b")]);
    const failed = new Agent({ name: "x", model: new ScriptedModel([new Error("down")]), tools: [source] });
    expect((await failed.run("go")).status).toBe("error");
    expect(source.closed).toBe(1);

    const aborted = new Agent({ name: "x", model: new ScriptedModel([() => new Promise(() => {})]), tools: [source] });
    await expect(aborted.run("go", { signal: AbortSignal.timeout(20) })).rejects.toThrow("timeout");
    await vi.waitFor(() => expect(source.closed).toBe(2));

    const clash = new Agent({ name: "x", model: new ScriptedModel([]), tools: [source, named("b")] });
    await expect(clash.run("go")).rejects.toThrow('two tools named "b"');
    expect(source.closed).toBe(3);
  });

  it("that cannot be opened ends the run before a request, and closes the others", async () => {
    const fine = new Source([named("b")]);
    const dead = new Source([], new ToolSourceError("the shop", "it is shut"));
    const model = new ScriptedModel([]);
    const run = await new Agent({ name: "x", model, tools: [fine, dead] }).run("go");
    expect(run.status).toBe("error");
    expect(run.error?.message).toBe("The tools of the shop cannot be had: it is shut.");
    expect(run.error).toMatchObject({ code: "RUNA_TOOL_SOURCE", source: "the shop" });
    expect(model.requests).toEqual([]);
    expect([fine.opened, fine.closed]).toEqual([1, 1]);
  });

  it("that cannot be closed is a warning", async () => {
    const warnings: Error[] = [];
    process.on("warning", (warning) => warnings.push(warning));
    const source: ToolSource = {
      [openTools]: () => ({
        tools: [],
        close: () => {
          throw new Error("stuck");
        },
      }),
    };
    const run = await new Agent({ name: "x", model: new ScriptedModel(["fine"]), tools: [source] }).run("go");
    expect(run.output).toBe("fine");
    await vi.waitFor(() =>
      expect(warnings.map(({ message }) => message)).toContain("Tools could not be closed: stuck"),
    );
  });

  it("counts for a forced tool choice", async () => {
    const source = new Source([named("b")]);
    const model = new ScriptedModel([{ toolCalls: [{ name: "b" }] }, "done"]);
    const settings = { modelSettings: { toolChoice: "b" } };
    expect((await new Agent({ name: "x", model, tools: [source], ...settings }).run("go")).output).toBe("done");
    const other = { modelSettings: { toolChoice: "z" } };
    await expect(
      new Agent({ name: "x", model: new ScriptedModel([]), mcp: [source], ...other }).run("go"),
    ).rejects.toThrow("cannot be met");
  });
});

it("refuses what is no source in mcp", () => {
  expect(() => new Agent({ name: "x", mcp: [{}] as unknown as ToolSource[] })).toThrow("must be a list of MCP servers");
});
