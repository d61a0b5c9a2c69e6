import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { manifestEntry, manifestOf, text } from "../../test/support/bound.ts";
import { loadTools } from "./load-tools.ts";

let folder: string;
const entry = (options: object = {}): ReturnType<typeof manifestEntry> =>
  manifestEntry("shout", { properties: { word: text }, required: ["word"], module: "./tools/shout.ts", ...options });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "runa-load-"));
  mkdirSync(join(folder, "tools"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: string | object): string {
  const path = join(folder, file);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const codeOf = (code: string): unknown => expect.objectContaining({ code });

describe("loadTools (A21)", () => {
  it("imports a module beside the manifest; after a build, its JavaScript", async () => {
    write("tools/shout.js", "export const shout = (word) => word.toUpperCase();");
    const path = write("runa.tools.json", manifestOf(entry()));
    for (const source of [path, pathToFileURL(path), pathToFileURL(path).href]) {
      const tools = await loadTools(source);
      expect(await tools.shout?.invoke({ word: "oh" })).toBe("OH");
    }
  });

  it("takes modules that are loaded already", async () => {
    const shout = (word: string): string => `${word}!`;
    const tools = await loadTools(manifestOf(entry()), { modules: { "./tools/shout.ts": { shout } } });
    expect(await tools.shout?.invoke({ word: "oh" })).toBe("oh!");
  });

  it("imports nothing for external tools", async () => {
    const tools = await loadTools(manifestOf(entry({ external: true })));
    expect(Object.keys(tools)).toEqual(["shout"]);
  });

  it("refuses an option that there is not, and names those that there are", async () => {
    const misspelt: object = { module: {} };
    await expect(loadTools(manifestOf(entry()), misspelt)).rejects.toThrow(
      /loadTools has no option "module"; did you mean "modules"\? Its options are modules\./,
    );
  });

  it("says what is missing (A20)", async () => {
    const path = write("runa.tools.json", manifestOf(entry()));
    await expect(loadTools(path)).rejects.toThrow(codeOf("RUNA_NO_MODULE"));
    await expect(loadTools(path)).rejects.toThrow(/names the module \.\/tools\/shout\.ts, .*shout\.js.*Run runa-gen/);
    write("tools/shout.js", "export const whisper = 1;");
    await expect(loadTools(path)).rejects.toThrow(codeOf("RUNA_NO_EXPORT"));
    write("tools/shout.mjs", "export const shout = 1;");
    const value = write("value.json", manifestOf(entry({ module: "./tools/shout.mjs" })));
    await expect(loadTools(value)).rejects.toThrow(codeOf("RUNA_NOT_A_FUNCTION"));
    write("tools/broken.mjs", "throw new Error('at start');");
    const broken = write("broken.json", manifestOf(entry({ module: "./tools/broken.mjs" })));
    await expect(loadTools(broken)).rejects.toThrow(/could not be loaded: at start\./);
    await expect(loadTools(join(folder, "gone.json"))).rejects.toThrow(codeOf("RUNA_NO_MANIFEST"));
  });

  it("checks the manifest against its own schema, and says what is wrong with it", async () => {
    await expect(loadTools(write("a.json", "{"))).rejects.toThrow(codeOf("RUNA_INVALID_MANIFEST"));
    await expect(loadTools(write("b.json", { version: 2 }))).rejects.toThrow(codeOf("RUNA_MANIFEST_VERSION"));
    const wrong = manifestOf(entry({ thread: "moon" }));
    await expect(loadTools(write("c.json", wrong))).rejects.toThrow(
      /is no manifest: \/tools\/0\/runa\/thread must be one of "main", "worker", not "moon"/,
    );
  });
});
