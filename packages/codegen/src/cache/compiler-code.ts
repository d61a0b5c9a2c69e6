/**
 * The compiler, compiled: V8's form of its 9 MB of JavaScript, kept in `node_modules/.cache`. To make that form anew is a
 * large part of the run of a small project. Since Node 22, Node does this by itself; this is for those before.
 *
 * What is kept is used only if all of it is as it was written, for this very file of the compiler and this Node. In every
 * other case the compiler is loaded as any module is.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import module, { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";
import { stampFile } from "./hash.ts";

/** Keeps what was compiled by now, if that was not there before. Called once, when the compiler has done its work. */
export type KeepCode = () => void;

/**
 * Loads the compiler from its compiled form, so that whoever requires it afterwards finds it loaded. Only where a run has
 * been recorded before: a first run may be the only one, in CI for instance, and keeping the code takes time.
 *
 * @param file where the code is kept
 */
export function preloadCompiler(file: string): KeepCode {
  const path = compilerFile();
  if ("enableCompileCache" in module || path === undefined || !existsSync(dirname(file))) return () => undefined;
  const key = JSON.stringify([path, stampFile(path), process.versions, process.arch, process.execArgv]);
  const cachedData = readCode(file, key);
  const script = new Script(module.wrap(readFileSync(path, "utf8")), {
    filename: path,
    ...(cachedData && { cachedData }),
  });
  runAsModule(script, path);
  const isKept = cachedData !== undefined && script.cachedDataRejected !== true;
  return () => {
    if (!isKept) writeCode(file, key, script.createCachedData());
  };
}

/** From where ts-morph stands. Undefined for a ts-morph that is put together in another way. */
function compilerFile(): string | undefined {
  try {
    return createRequire(createRequire(import.meta.url).resolve("ts-morph")).resolve(
      "@ts-morph/common/dist/typescript.js",
    );
  } catch {
    // Then the compiler is found by those who import it, or they report what is missing.
    return undefined;
  }
}

/** As Node's own loader does it, for a file that has no hooks and is not the program's entry. */
function runAsModule(script: Script, path: string): void {
  const require = createRequire(path);
  const loaded = new module.Module(path);
  loaded.filename = path;
  const run = script.runInThisContext() as (...scope: readonly unknown[]) => void;
  run.call(loaded.exports, loaded.exports, require, loaded, path, dirname(path));
  loaded.loaded = true;
  require.cache[path] = loaded;
}

/** V8 itself checks its own version and the length of the source, and trusts the rest: so the rest is checked here. */
function readCode(file: string, key: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(SUM_BYTES);
    return bytes.subarray(0, SUM_BYTES).equals(sumOf(key, code)) ? code : undefined;
  } catch {
    // None yet: it is made in this run.
    return undefined;
  }
}

function writeCode(file: string, key: string, code: Buffer): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, Buffer.concat([sumOf(key, code), code]));
    renameSync(draft, file);
  } catch {
    // A read-only checkout, a full disk: the next run is slower, and nothing else.
    rmSync(draft, { force: true });
  }
}

const SUM_BYTES = 32;

function sumOf(key: string, code: Uint8Array): Buffer {
  return createHash("sha256").update(key).update("\n").update(code).digest();
}
