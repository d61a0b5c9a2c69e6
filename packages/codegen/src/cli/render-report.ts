/** Findings, and the lines that sum them up, in the format that was asked for. */
import { readFileSync } from "node:fs";
import type { Manifest } from "@runa/runtime/manifest";
import type { Diagnostic, Severity } from "../diagnostics/diagnostic.ts";
import { type Colors, formatGitHub, formatJson, formatText } from "../diagnostics/format.ts";
import type { Format } from "./command-line.ts";
import type { Terminal } from "./terminal.ts";

export interface ReportOptions {
  readonly format: Format;
  /** Notes in full. Otherwise people are told how many there are; machines get them all. */
  readonly notes: boolean;
  readonly colors: Colors;
}

export function renderFindings(diagnostics: readonly Diagnostic[], options: ReportOptions, terminal: Terminal): string {
  const { format, notes, colors } = options;
  if (format === "json") return formatJson(diagnostics, terminal.cwd);
  const shown = diagnostics.filter(({ severity }) => notes || severity !== "note");
  if (format === "github") return formatGitHub(shown, terminal.env.GITHUB_WORKSPACE ?? terminal.cwd);
  const text = formatText(shown, { cwd: terminal.cwd, colors, sourceOf: createSourceReader() });
  return text === "" ? "" : `${text}\n`;
}

/** `2 errors, 1 warning`; undefined where there is neither. */
export function countFindings(diagnostics: readonly Diagnostic[]): string | undefined {
  const counts = (["error", "warning"] as const).flatMap((severity) => countOf(diagnostics, severity) ?? []);
  return counts.length > 0 ? counts.join(", ") : undefined;
}

/** What is said of notes that are not shown. */
export function renderHiddenNotes(
  diagnostics: readonly Diagnostic[],
  { notes, format, colors }: ReportOptions,
): string {
  const count = countOf(diagnostics, "note");
  if (notes || format !== "pretty" || count === undefined) return "";
  return `${colors.dim(`${count}; --notes shows ${count.startsWith("1 ") ? "it" : "them"}.`)}\n`;
}

function countOf(diagnostics: readonly Diagnostic[], severity: Severity): string | undefined {
  const number = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return number === 0 ? undefined : plural(number, severity);
}

/** `3 tools, 1 schema` */
export function countContents({ tools, schemas }: Manifest): string {
  const count = Object.keys(schemas).length;
  return plural(tools.length, "tool") + (count > 0 ? `, ${plural(count, "schema")}` : "");
}

export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function createSourceReader(): (file: string) => string | undefined {
  const texts = new Map<string, string | undefined>();
  return (file) => {
    if (!texts.has(file)) texts.set(file, readSource(file));
    return texts.get(file);
  };
}

function readSource(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // A finding about a file that is gone, or about one of the compiler's own, is shown without an excerpt.
    return undefined;
  }
}
