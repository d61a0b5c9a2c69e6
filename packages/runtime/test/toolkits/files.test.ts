/** What a model may try with `FileTools`, and what comes of it. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Agent } from "@runa/runtime";
import { toAiSdkTools } from "@runa/runtime/interop/ai-sdk";
import { serveMcp } from "@runa/runtime/mcp";
import { ScriptedModel } from "@runa/runtime/testing";
import { FileTools, type FileToolsOptions } from "@runa/runtime/toolkits/files";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let base = "";
let root = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "runa-files-"));
  root = join(base, "root");
  mkdirSync(join(root, "notes"), { recursive: true });
  writeFileSync(join(root, "notes", "a.md"), "inside");
  mkdirSync(join(base, "outside"));
  writeFileSync(join(base, "outside", "secret"), "secret");
});
afterEach(() => rmSync(base, { recursive: true }));

/** By the way of a model. */
async function call(
  name: string,
  args: Record<string, string>,
  options: Partial<FileToolsOptions> = {},
): Promise<string> {
  const model = new ScriptedModel([{ toolCalls: [{ name, arguments: args }] }, "done"]);
  const agent = new Agent({ name: "x", model, tools: [new FileTools({ root, ...options })] });
  return (await agent.run("go")).toolCalls[0]?.text ?? "";
}

describe("FileTools", () => {
  it("reads, lists and writes below its folder", async () => {
    expect(await call("readFile", { path: "notes/./a.md" })).toBe("inside");
    expect(await call("listFiles", {})).toBe('["notes/"]');
    expect(await call("listFiles", { path: "notes" })).toBe('["a.md"]');
    expect(await call("writeFile", { path: "notes/b.md", content: "new" }, { writable: true })).toBe("wrote 3 bytes");
    expect(readFileSync(join(root, "notes", "b.md"), "utf8")).toBe("new");
  });

  it.each<[string, string, RegExp]>([
    ["path traversal", "../outside/secret", /does not stay inside the folder/],
    ["traversal in the middle", "notes/../../outside/secret", /does not stay inside/],
    ["traversal with backslashes", "notes\\..\\..\\outside\\secret", /does not stay inside/],
    ["an absolute path", "/etc/passwd", /does not stay inside/],
    ["a null character", "notes/a.md\0.png", /no null characters/],
    ["a link to a file", "link", /is a link/],
    ["a path through a link", "folder-link/secret", /leads through a link/],
    ["a link to a file inside", "inner-link", /is a link/],
    ["a pipe", "pipe", /is not a file/],
    ["a folder", "notes", /is not a file|is a folder/],
    ["nothing", "notes/none", /does not exist/],
    ["encoded traversal, which is a name", "%2e%2e/secret", /does not exist/],
  ])("refuses %s", async (_, path, message) => {
    symlinkSync(join(base, "outside", "secret"), join(root, "link"));
    symlinkSync(join(base, "outside"), join(root, "folder-link"));
    symlinkSync(join(root, "notes", "a.md"), join(root, "inner-link"));
    execFileSync("mkfifo", [join(root, "pipe")]);
    const text = await call("readFile", { path });
    expect(text).toMatch(/^error: /);
    expect(text).toMatch(message);
    expect(text).not.toContain(base);
    expect(await call("writeFile", { path, content: "x" }, { writable: true })).toMatch(
      /^(?:notes\/none|%2e%2e\/secret)$/.test(path) ? /^wrote/ : /^error: /,
    );
    expect(readFileSync(join(base, "outside", "secret"), "utf8")).toBe("secret");
    expect(readFileSync(join(root, "notes", "a.md"), "utf8")).toBe("inside");
  });

  it("never reads outside while names change between check and use", async () => {
    const place = join(root, "swapped");
    const real = join(root, "real");
    mkdirSync(real);
    writeFileSync(join(real, "secret"), "fine");
    const tools = new FileTools({ root });
    let running = true;
    // The folder becomes a link to the outside, and a folder again, as fast as it can.
    const swapping = (async () => {
      while (running) {
        renameSync(real, place);
        await new Promise((resolve) => setImmediate(resolve));
        renameSync(place, real);
        symlinkSync(join(base, "outside"), place);
        await new Promise((resolve) => setImmediate(resolve));
        unlinkSync(place);
      }
    })();
    const seen = new Set<string>();
    for (let attempt = 0; attempt < 1_500; attempt++) {
      seen.add(await tools.readFile("swapped/secret").catch((error: Error) => error.message));
    }
    running = false;
    await swapping;
    expect(seen).not.toContain("secret");
    // The race was really run: both sides of it were met.
    expect(seen).toContain("fine");
    expect([...seen].some((text) => text.includes("leads through a link"))).toBe(true);
  });

  it("refuses what is too large, and what is no text", async () => {
    writeFileSync(join(root, "large"), "x".repeat(11));
    writeFileSync(join(root, "binary"), Buffer.from([1, 0, 2]));
    expect(await call("readFile", { path: "large" }, { maxBytes: 10 })).toBe(
      'error: "large" has 11 bytes; at most 10 are read',
    );
    expect(await call("readFile", { path: "binary" })).toBe('error: "binary" is not a text');
    const long = { path: "new", content: "x".repeat(11) };
    expect(await call("writeFile", long, { maxBytes: 10, writable: true })).toMatch(/at most 10 are written/);
  });

  it("leaves one whole text where calls write at once, and shows no half of one", async () => {
    const tools = new FileTools({ root, writable: true });
    const texts = ["A".repeat(50_000), "B".repeat(100), "C".repeat(3_000)];
    await tools.writeFile("notes/a.md", texts[0] ?? "");
    for (let round = 0; round < 50; round++) {
      const reading = tools.readFile("notes/a.md");
      await Promise.all(texts.map((text) => tools.writeFile("notes/a.md", text)));
      expect(texts).toContain(await reading);
      expect(texts).toContain(readFileSync(join(root, "notes", "a.md"), "utf8"));
    }
    expect(await tools.listFiles("notes")).toEqual(["a.md"]);
  });

  it("keeps the rights of a file that it writes, and does not write through a hard link", async () => {
    chmodSync(join(root, "notes", "a.md"), 0o640);
    linkSync(join(base, "outside", "secret"), join(root, "hard"));
    const tools = new FileTools({ root, writable: true });
    await tools.writeFile("notes/a.md", "new");
    await tools.writeFile("hard", "new");
    expect(statSync(join(root, "notes", "a.md")).mode & 0o777).toBe(0o640);
    expect(readFileSync(join(base, "outside", "secret"), "utf8")).toBe("secret");
  });

  it("makes folders on the way to a file that it writes, below its folder only", async () => {
    symlinkSync(join(base, "outside"), join(root, "link"));
    symlinkSync(join(base, "outside", "made"), join(root, "dangling"));
    const write = (path: string) => call("writeFile", { path, content: "x" }, { writable: true });
    expect(await write("new/dir/b.txt")).toBe("wrote 1 bytes");
    expect(readFileSync(join(root, "new", "dir", "b.txt"), "utf8")).toBe("x");
    for (const path of ["link/new/b.txt", "dangling/new/b.txt", "notes/a.md/new/b.txt"])
      expect(await write(path)).toMatch(/^error: .* leads through a link or a file/);
    expect(await write("../new/b.txt")).toMatch(/does not stay inside/);
    expect(readdirSync(base).sort()).toEqual(["outside", "root"]);
    expect(readdirSync(join(base, "outside"))).toEqual(["secret"]);
    expect(await call("readFile", { path: "absent/b.txt" }, { writable: true })).toMatch(/does not exist/);
    expect(readdirSync(root).sort()).toEqual(["dangling", "link", "new", "notes"]);
  });

  it("gives new files and folders the rights that the process gives to all it makes", async () => {
    const script = `
      import { FileTools } from "@runa/runtime/toolkits/files";
      process.umask(0o027);
      await new FileTools({ root: process.argv[1], writable: true }).writeFile("made/new.txt", "x");
    `;
    const options = ["--conditions=@runa/source", "--import", "tsx", "--input-type=module", "-e", script, root];
    execFileSync(process.execPath, options, { cwd: import.meta.dirname });
    expect(statSync(join(root, "made")).mode & 0o777).toBe(0o750);
    expect(statSync(join(root, "made", "new.txt")).mode & 0o777).toBe(0o640);
  });

  it("takes its folder as a file: URL, and says at once where there is none", async () => {
    for (const url of [pathToFileURL(root), pathToFileURL(root).href])
      expect(await call("readFile", { path: "notes/a.md" }, { root: url })).toBe("inside");
    expect(() => new FileTools({ root: new URL("https://example.com/") })).toThrow("must be a path, or a file: URL");
    expect(() => new FileTools({ root: join(root, "none") })).toThrow(/root: .*none does not exist/);
    expect(() => new FileTools({ root: join(root, "notes", "a.md") })).toThrow(/a\.md is no folder/);
  });

  it("reads a file whole that tells no size and gives itself in pieces", async () => {
    const path = "self/maps".replace("self", String(process.pid));
    expect(await new FileTools({ root: "/proc", maxBytes: 50_000_000 }).readFile(path)).toContain("[stack]");
  });

  it("refuses overlong paths without repeating them, and tells nothing of a root that is gone", async () => {
    expect(await call("readFile", { path: "x".repeat(1_000) })).toMatch(
      /^error: "x{200}…" has a name that is too long$/,
    );
    expect((await call("readFile", { path: "/".repeat(100_000) })).length).toBeLessThan(400);
    mkdirSync(join(base, "gone"));
    const tools = new FileTools({ root: join(base, "gone") });
    rmSync(join(base, "gone"), { recursive: true });
    await expect(tools.listFiles()).rejects.toThrow(/^the folder of these tools cannot be opened \(ENOENT\)$/);
  });

  it("keeps its folder where the working directory changes, and reads without a limit where it is told to", async () => {
    const tools = new FileTools({ root: relative(process.cwd(), root), maxBytes: Number.POSITIVE_INFINITY });
    const before = process.cwd();
    process.chdir(base);
    try {
      expect(await tools.readFile("notes/a.md")).toBe("inside");
    } finally {
      process.chdir(before);
    }
  });

  it.each(["win32", "darwin", "freebsd"])("cannot be made on %s, where links could not be kept out", (platform) => {
    const real = process.platform;
    Object.defineProperty(process, "platform", { value: platform });
    try {
      expect(() => new FileTools({ root })).toThrow("FileTools needs Linux");
    } finally {
      Object.defineProperty(process, "platform", { value: real });
    }
  });

  it("offers writeFile only where it is writable, to the model and to other frameworks (F1)", async () => {
    const names = (options: Partial<FileToolsOptions>) =>
      Object.keys(toAiSdkTools([new FileTools({ root, ...options })]));
    expect(names({})).toEqual(["readFile", "listFiles"]);
    expect(names({ writable: true })).toEqual(["readFile", "listFiles", "writeFile"]);
    const model = new ScriptedModel(["done"]);
    await new Agent({ name: "x", model, tools: [new FileTools({ root })] }).run("go");
    expect(model.requests[0]?.tools.map(({ definition }) => definition.name)).toEqual(["readFile", "listFiles"]);
    expect(await call("writeFile", { path: "notes/a.md", content: "x" })).toMatch(/^error: /);
    await expect(new FileTools({ root }).writeFile("notes/a.md", "x")).rejects.toThrow("may only be read");
    expect(readFileSync(join(root, "notes", "a.md"), "utf8")).toBe("inside");
  });

  it("offers writeFile to clients of MCP only where it is writable", async () => {
    const served = await serveMcp([new FileTools({ root })], { http: { port: 0 } });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(served.url)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["readFile", "listFiles"]);
    await client.close();
    await served.close();
  });

  it("takes the settings of any toolkit: names, choices, approvals", async () => {
    const options = { writable: true, prefix: "docs", exclude: ["listFiles"], needsApprovalTools: ["writeFile"] };
    const model = new ScriptedModel([
      { toolCalls: [{ name: "docs_writeFile", arguments: { path: "notes/a.md", content: "x" } }] },
      "done",
    ]);
    const agent = new Agent({ name: "x", model, tools: [new FileTools({ root, ...options })] });
    const run = await agent.run("go");
    expect(model.requests[0]?.tools.map(({ definition }) => definition.name)).toEqual([
      "docs_readFile",
      "docs_writeFile",
    ]);
    expect(run.status).toBe("paused");
    expect(readFileSync(join(root, "notes", "a.md"), "utf8")).toBe("inside");
    expect(() => new FileTools({ root, needsApprovalTools: ["write"] })).toThrow('names "write", which is none of its');
  });

  it("says what is wrong with its options", () => {
    expect(() => new FileTools({} as FileToolsOptions)).toThrow("needs a folder");
    expect(() => new FileTools({ root: "/", writeable: true } as FileToolsOptions)).toThrow('did you mean "writable"');
  });
});
