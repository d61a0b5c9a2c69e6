import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { resolveModule } from "./resolve-module.ts";

it.each(["#", "?", "%", "%41"])("finds a module with %j in its name, and Node imports it (A21)", (odd) => {
  const folder = mkdtempSync(join(tmpdir(), "runa-resolve-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, `a${odd}b.mjs`), "console.log('here');");
  const url = resolveModule(`./a${odd}b.mts`, pathToFileURL(join(folder, "runa.tools.json")));
  // The test runner's own import has rules of its own for such names.
  const words = ["--input-type=module", "-e", `await import(${JSON.stringify(url.href)})`];
  expect(execFileSync(process.execPath, words, { encoding: "utf8" })).toBe("here\n");
});
