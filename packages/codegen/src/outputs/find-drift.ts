/** What differs between the outputs on disk and those that would be written, as findings at the declarations. */
import type { Manifest } from "@runa/runtime/manifest";
import type { DiagnosticLog, Where } from "../diagnostics/diagnostic-log.ts";
import { relativePath } from "../diagnostics/relative-path.ts";
import { diffManifests, type ManifestChange } from "../manifest/diff-manifest.ts";
import { parseManifest } from "../manifest/parse-manifest.ts";
import type { SourceLocation } from "../signature/source-location.ts";
import { readOutput } from "./read-output.ts";
import { firstDifference } from "./same-code.ts";
import type { Output } from "./write-outputs.ts";

export interface DriftInput {
  readonly manifest: Manifest;
  readonly manifestFile: string;
  /** The other outputs. */
  readonly bindings: readonly Output[];
  /** Where each tool and schema is declared. */
  readonly declarations: { readonly tool: Declarations; readonly schema: Declarations };
  readonly cwd: string;
}

type Declarations = ReadonlyMap<string, SourceLocation>;

/** Compares content, not text: line breaks, byte order marks and formatters make no drift. Writes nothing. */
export function findDrift(input: DriftInput, log: DiagnosticLog): void {
  const isInSync = findManifestDrift(input, log);
  for (const { file, text } of input.bindings) {
    const found = readOrReport(file, input.cwd, log);
    // The binding embeds the manifest: what was said of that need not be said again.
    if (found === undefined || !isInSync) continue;
    const difference = firstDifference(text, found);
    if (difference) log.report("binding-out-of-date", {}, { file: relativePath(input.cwd, file), ...difference });
  }
}

function readOrReport(file: string, cwd: string, log: DiagnosticLog): string | undefined {
  const found = readOutput(file);
  if (found.kind === "text") return found.text;
  const shown = relativePath(cwd, file);
  if (found.kind === "nothing") log.report("missing-output", {}, { file: shown });
  else log.report("unreadable-output", {}, { file: shown, reason: found.reason });
  return undefined;
}

function findManifestDrift(input: DriftInput, log: DiagnosticLog): boolean {
  const file = relativePath(input.cwd, input.manifestFile);
  const text = readOrReport(input.manifestFile, input.cwd, log);
  if (text === undefined) return false;
  const parsed = parseManifest(text);
  if (!parsed.ok) {
    log.report("unreadable-manifest", {}, { file, problem: parsed.problem });
    return false;
  }
  const changes = diffManifests(parsed.manifest, input.manifest);
  for (const group of groupBySubject(changes)) reportDrift(group, input, parsed.manifest, text, log);
  return changes.length === 0;
}

function groupBySubject(changes: readonly ManifestChange[]): readonly (readonly ManifestChange[])[] {
  const groups = new Map<string, ManifestChange[]>();
  for (const change of changes) {
    const key = `${change.subject} ${change.name}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
}

function reportDrift(
  changes: readonly ManifestChange[],
  { manifestFile, declarations, cwd }: DriftInput,
  onDisk: Manifest,
  text: string,
  log: DiagnosticLog,
): void {
  const [first] = changes;
  if (!first) return;
  const file = relativePath(cwd, manifestFile);
  const { subject, name, kind } = first;
  if (subject === "manifest") {
    log.report("other-order", {}, { file, change: first.what });
    return;
  }
  const location = declarations[subject].get(name);
  const where: Where = { ...(location && { location }), ...(subject === "tool" && { tool: name }) };
  if (kind === "added") log.report("not-in-manifest", where, { kind: subject, name, file });
  else if (kind === "removed") {
    // Nothing declares it any more, so the finding stands where the manifest has it.
    const place = locationInManifest(text, name, manifestFile);
    const module = onDisk.tools.find((tool) => tool.function.name === name)?.runa.module;
    const facts = { kind: subject, name, file, ...(subject === "tool" && module !== undefined && { module }) };
    log.report("no-longer-there", { ...where, ...(place && { location: place }) }, facts);
  } else log.report("out-of-date", where, { kind: subject, name, file, changes: changes.map(({ what }) => what) });
}

function locationInManifest(text: string, name: string, file: string): SourceLocation | undefined {
  const quoted = JSON.stringify(name);
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const match = /^\s*(?:"name"\s*:\s*)?("[^"]*")/.exec(line);
    if (match?.[1] !== quoted) continue;
    const column = match[0].length - quoted.length + 1;
    return { file, line: index + 1, column, endLine: index + 1, endColumn: column + quoted.length };
  }
  return undefined;
}
