/** What a model may try with `FileTools`, and what comes of it. */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent } from "@runa/runtime";
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
      path === "notes/none" ? /^wrote/ : /^error: /,
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

  it("writes only where it may", async () => {
    expect(await call("writeFile", { path: "notes/a.md", content: "x" })).toBe(
      "error: files may only be read here; nothing was written",
    );
    expect(readFileSync(join(root, "notes", "a.md"), "utf8")).toBe("inside");
  });

  it("says what is wrong with its options", () => {
    expect(() => new FileTools({} as FileToolsOptions)).toThrow("needs a folder");
    expect(() => new FileTools({ root: "/", writeable: true } as FileToolsOptions)).toThrow('did you mean "writable"');
  });
});
