/** From texts to files: each written whole or not at all, and only where its bytes differ. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import { relativePath } from "../diagnostics/relative-path.ts";
import { isOurs, readOutput } from "./read-output.ts";

export interface Output {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
}

/** What would be, or was, done to the disk. */
export interface OutputPlan {
  readonly write: readonly Output[];
  /** Files of an earlier run that are no longer wanted. */
  readonly remove: readonly string[];
}

/**
 * Compares with the disk. Reports what cannot be read and each file that is somebody else's, and leaves it out of the plan.
 *
 * @param candidates Every file that a run may write; those of ours that `outputs` lacks are left over.
 */
export function planOutputs(
  outputs: readonly Output[],
  candidates: readonly string[],
  cwd: string,
  log: DiagnosticLog,
): OutputPlan {
  const write = outputs.filter(({ file, text }) => {
    const found = readOutput(file);
    const shown = relativePath(cwd, file);
    if (found.kind === "unreadable") log.report("unreadable-output", {}, { file: shown, reason: found.reason });
    if (found.kind !== "text") return found.kind === "nothing";
    const isReplaceable = isOurs(file, found.text);
    if (!isReplaceable) log.report("not-our-file", {}, { file: shown });
    return isReplaceable && found.text !== text;
  });
  return { write, remove: leftOver(outputs, candidates) };
}

/** Files that an earlier run wrote and this one would not. A file without our mark is never among them. */
export function leftOver(outputs: readonly Output[], candidates: readonly string[]): readonly string[] {
  const wanted = new Set(outputs.map(({ file }) => file));
  return candidates.filter((file) => {
    if (wanted.has(file)) return false;
    const found = readOutput(file);
    return found.kind === "text" && found.text.trim() !== "" && isOurs(file, found.text);
  });
}

/** Stops at the first file that cannot be written, and reports it. */
export function writeOutputs(plan: OutputPlan, cwd: string, log: DiagnosticLog): void {
  for (const { file, text } of plan.write) {
    if (!attempt(file, () => writeWhole(file, text), cwd, log)) return;
  }
  for (const file of plan.remove) {
    if (!attempt(file, () => rmSync(file), cwd, log)) return;
  }
}

function attempt(file: string, action: () => void, cwd: string, log: DiagnosticLog): boolean {
  try {
    action();
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.report("output-not-written", {}, { file: relativePath(cwd, file), reason });
    return false;
  }
}

/** Under another name first: who reads the file meanwhile gets the old text or the new one, never half of it. */
function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  try {
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
