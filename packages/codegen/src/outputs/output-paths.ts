/** Where the outputs stand: the manifest where `out` says, the binding beside it. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { toSlashes } from "../diagnostics/relative-path.ts";

export interface OutputPaths {
  /** Absolute, with forward slashes, as all others. */
  readonly manifest: string;
  readonly typescript: readonly [binding: string];
  readonly javascript: readonly [binding: string, declarations: string];
}

/** `out` is relative to `cwd`; by default the manifest goes to `src`, or beside package.json where there is none. */
export function toOutputPaths(cwd: string, out?: string): OutputPaths {
  const defaultOut = existsSync(resolve(cwd, "src")) ? "src/runa.tools.json" : "runa.tools.json";
  const manifest = toSlashes(resolve(cwd, out ?? defaultOut));
  const stem = manifest.replace(/\.json$/, "");
  return { manifest, typescript: [`${stem}.ts`], javascript: [`${stem}.js`, `${stem}.d.ts`] };
}

/** Every file that a run may write: none of them is ever an entry. */
export function allOutputs({ manifest, typescript, javascript }: OutputPaths): readonly string[] {
  return [manifest, ...typescript, ...javascript];
}
