/** The commands, each a thin shell over a function of the library. This file brings the compiler along. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Manifest } from "@runa/runtime/manifest";
import { build, findingsOf, hasErrors } from "../build.ts";
import { rememberRun } from "../cache/run-record.ts";
import { check } from "../check.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { relativePath } from "../diagnostics/relative-path.ts";
import { type GenerateResult, generate } from "../generate.ts";
import { diffManifests, type ManifestChange } from "../manifest/diff-manifest.ts";
import { dialectOf, exportTools } from "../manifest/export-tools.ts";
import { parseManifest } from "../manifest/parse-manifest.ts";
import type { CommandContext } from "./command-context.ts";
import type { CommandName } from "./command-line.ts";
import { countContents, countFindings, plural, renderFindings, renderHiddenNotes } from "./render-report.ts";
import type { ExitCode } from "./terminal.ts";
import { renderFullTable, renderSummaryTable } from "./tool-table.ts";
import { runWatch } from "./watch.ts";

type Command = (context: CommandContext) => Promise<ExitCode>;

export const COMMANDS_BY_NAME: { readonly [Name in CommandName]: Command } = {
  generate: runGenerate,
  check: runCheck,
  lint: runLint,
  list: runList,
  diff: runDiff,
  watch: runWatch,
  export: runExport,
};

async function runGenerate(context: CommandContext): Promise<ExitCode> {
  const startedAt = Date.now();
  const result = await generate(context.build);
  if (result.ok && context.remember) {
    const { inputs, outputs, diagnostics, manifest } = result;
    rememberRun(context.key, { startedAt, inputs, outputs, diagnostics, contents: countContents(manifest) });
  }
  return report(result.diagnostics, context, () => summaryOf(result, context), "nothing was written");
}

function summaryOf(result: GenerateResult, { terminal, report: { colors } }: CommandContext): string {
  const { manifest, manifestFile, outputs, written, removed } = result;
  const shown = (files: readonly string[]): string => files.map((file) => relativePath(terminal.cwd, file)).join(", ");
  const count = countContents(manifest);
  const gone = removed.length > 0 ? `Removed ${shown(removed)}.\n` : "";
  if (outputs.length === 0) return "There was nothing to write.\n";
  if (written.length === 0) return `${gone}${shown(outputs.slice(0, 1))} is up to date (${count}).\n`;
  const table =
    manifest.tools.length > 0 ? `${renderSummaryTable({ manifest, manifestFile, cwd: terminal.cwd, colors })}\n` : "";
  return `${table}${gone}${colors.green(`Wrote ${shown(written)}`)} (${count}).\n`;
}

async function runCheck(context: CommandContext): Promise<ExitCode> {
  const result = await check(context.build);
  const file = relativePath(context.terminal.cwd, result.manifestFile);
  const inSync = `${file} is up to date (${countContents(result.manifest)}).\n`;
  return report(result.diagnostics, context, () => inSync);
}

async function runLint(context: CommandContext): Promise<ExitCode> {
  const { log, manifest } = build(context.build, context.build.cwd);
  const diagnostics = findingsOf(log, context.build);
  return report(diagnostics, context, () => `No errors in ${countContents(manifest)}.\n`);
}

/** Prints findings, then how it ended: `onSuccess`, or how many findings there are and what became of the run. */
function report(
  diagnostics: readonly Diagnostic[],
  { report: options, terminal }: CommandContext,
  onSuccess: () => string,
  outcome?: string,
): ExitCode {
  terminal.out(renderFindings(diagnostics, options, terminal));
  const failed = hasErrors(diagnostics);
  if (options.format !== "pretty") return failed ? 1 : 0;
  const counted = countFindings(diagnostics);
  if (failed) terminal.out(`${[counted, outcome].filter((part) => part !== undefined).join("; ")}.\n`);
  else terminal.out(`${onSuccess()}${counted === undefined ? "" : `${counted}.\n`}`);
  terminal.out(renderHiddenNotes(diagnostics, options));
  return failed ? 1 : 0;
}

/** The table goes to standard output, findings do not: it may be piped elsewhere. */
async function runList(context: CommandContext): Promise<ExitCode> {
  const { terminal, report: options } = context;
  const { manifest, paths, log } = build(context.build, context.build.cwd);
  const diagnostics = findingsOf(log, context.build);
  terminal.err(renderFindings(diagnostics, options, terminal));
  const { cwd } = terminal;
  terminal.out(renderFullTable({ manifest, manifestFile: paths.manifest, cwd, colors: options.colors }));
  return hasErrors(diagnostics) ? 1 : 0;
}

async function runDiff(context: CommandContext): Promise<ExitCode> {
  const { terminal, report: options, command } = context;
  const { manifest, paths, log } = build(context.build, context.build.cwd);
  const diagnostics = findingsOf(log, context.build);
  if (hasErrors(diagnostics)) {
    terminal.err(renderFindings(diagnostics, options, terminal));
    return 1;
  }
  const before = readManifest(
    command.against === undefined ? paths.manifest : resolve(terminal.cwd, command.against),
    terminal.cwd,
  );
  if ("problem" in before) {
    terminal.err(`runa-gen: ${before.problem}\n`);
    return 2;
  }
  const changes = diffManifests(before.manifest, manifest).filter(({ seenByModel }) => seenByModel);
  terminal.out(renderChanges(changes, context));
  return changes.some(({ breaking }) => breaking) ? 1 : 0;
}

/** Findings, what the dialect cannot carry among them, go to standard error; the definitions can be piped. */
async function runExport(context: CommandContext): Promise<ExitCode> {
  const { terminal, report: options, command, build: asked } = context;
  const { exportFormat } = command;
  if (!exportFormat) return 2;
  const targeted = { ...asked, targets: [dialectOf(exportFormat)] };
  const { manifest, log } = build(targeted, asked.cwd);
  const diagnostics = findingsOf(log, targeted);
  terminal.err(renderFindings(diagnostics, options, terminal));
  if (hasErrors(diagnostics)) return 1;
  terminal.out(`${JSON.stringify(exportTools(manifest, exportFormat), null, 2)}\n`);
  return 0;
}

function readManifest(file: string, cwd: string): { readonly manifest: Manifest } | { readonly problem: string } {
  const shown = relativePath(cwd, file);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    return {
      problem: `${shown} cannot be read to compare with: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  const parsed = parseManifest(text);
  return parsed.ok ? parsed : { problem: `${shown} ${parsed.problem}.` };
}

function renderChanges(changes: readonly ManifestChange[], { report: { colors } }: CommandContext): string {
  if (changes.length === 0) return "Nothing changed for a model.\n";
  const lines: string[] = [];
  let last = "";
  for (const { subject, name, what, breaking } of changes) {
    const title = subject === "schema" ? `schema ${name}` : subject === "tool" ? name : "all tools";
    if (title !== last) lines.push(colors.bold(title));
    last = title;
    lines.push(`  ${what}${breaking ? ` ${colors.red("(breaking)")}` : ""}`);
  }
  const count = changes.filter(({ breaking }) => breaking).length;
  lines.push("", `${plural(changes.length, "change")}, ${count === 0 ? "none" : count} breaking.`);
  return `${lines.join("\n")}\n`;
}
