/** A project in a folder of its own, on the real disk; gone when the test is over. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { onTestFinished } from "vitest";
import { runCommand } from "../../src/cli/run-command.ts";
import type { ExitCode, Terminal } from "../../src/cli/terminal.ts";

export interface TemporaryProject {
  /** Absolute, without links. */
  readonly root: string;
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  readonly remove: (file: string) => void;
  /** All files, sorted, with forward slashes; without `node_modules`. */
  readonly files: () => readonly string[];
  /** `runa-gen` in this folder, or in one below it. */
  readonly run: (words: readonly string[], options?: Partial<Terminal>) => Promise<CommandResult>;
}

export interface CommandResult {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

const TSCONFIG = '{ "compilerOptions": { "module": "nodenext", "strict": true, "types": [] }, "include": ["src"] }';

/** Without the library's DOM, which takes the longest to load; for tests that need no `URL` and no `AbortSignal`. */
export const SMALL_TSCONFIG =
  '{ "compilerOptions": { "module": "nodenext", "lib": ["es2023"], "strict": true, "types": [] }, "include": ["src"] }';

/** With an ESM package.json and a tsconfig, unless `files` has others. */
export function temporaryProject(files: Readonly<Record<string, string>>): TemporaryProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "runa-gen-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const all = { "package.json": '{ "type": "module" }', "tsconfig.json": TSCONFIG, ...files };
  for (const [file, text] of Object.entries(all)) write(file, text);
  return {
    root,
    read: (file) => readFileSync(join(root, file), "utf8"),
    write,
    remove: (file) => rmSync(join(root, file)),
    files: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
        .sort(),
    run: (words, options) => runIn(root, words, options),
  };
}

/** `runa-gen` in a folder. */
export async function runIn(
  cwd: string,
  words: readonly string[],
  options: Partial<Terminal> = {},
): Promise<CommandResult> {
  let out = "";
  let err = "";
  const code = await runCommand(words, {
    cwd,
    env: {},
    isInteractive: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    ...options,
  });
  return { code, out, err };
}
