import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { preloadCompiler } from "./compiler-code.ts";

let folder: string;
let file: string;
const require = createRequire(import.meta.url);
const morph = createRequire(require.resolve("ts-morph"));
const compiler = morph.resolve("@ts-morph/common/dist/typescript.js");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "runa-code-"));
  file = join(folder, "runa", "compiler.code");
  delete require.cache[compiler];
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  delete require.cache[compiler];
});

// Since Node 22, Node keeps compiled code by itself.
const onNode20 = it.skipIf("enableCompileCache" in module);

function transpiles(): boolean {
  const { transpile } = morph(compiler) as { readonly transpile: (source: string) => string };
  return transpile("let a: number = 1;").includes("a = 1");
}

it("keeps nothing where no run was recorded", () => {
  preloadCompiler(file)();
  expect(existsSync(dirname(file))).toBe(false);
  expect(require.cache[compiler]).toBeUndefined();
});

onNode20("gives whoever requires the compiler the one that it loaded, from the code of the last run", () => {
  mkdirSync(dirname(file));
  const keep = preloadCompiler(file);
  expect(transpiles()).toBe(true);
  expect(require.cache[compiler]?.loaded).toBe(true);
  keep();
  const kept = readFileSync(file);

  delete require.cache[compiler];
  const keepAgain = preloadCompiler(file);
  expect(transpiles()).toBe(true);
  keepAgain();
  expect(readFileSync(file).equals(kept)).toBe(true);
});

onNode20("trusts no code that is not as it was written", () => {
  mkdirSync(dirname(file));
  const keep = preloadCompiler(file);
  keep();
  const kept = readFileSync(file);
  const broken = Buffer.from(kept);
  broken[broken.length - 100] = (broken[broken.length - 100] ?? 0) ^ 1;
  for (const bytes of [broken, kept.subarray(0, 1000), Buffer.alloc(0)]) {
    writeFileSync(file, bytes);
    delete require.cache[compiler];
    const keepAgain = preloadCompiler(file);
    expect(transpiles()).toBe(true);
    keepAgain();
    expect(readFileSync(file).length).toBeGreaterThan(100_000);
    expect(readFileSync(file).equals(bytes)).toBe(false);
  }
});

onNode20("is only slower where nothing can be written", () => {
  mkdirSync(file, { recursive: true });
  const keep = preloadCompiler(file);
  expect(transpiles()).toBe(true);
  keep();
  expect(readdirSync(dirname(file))).toEqual(["compiler.code"]);
});
