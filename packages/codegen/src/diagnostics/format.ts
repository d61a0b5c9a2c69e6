/** From findings to what people and machines read: text with an excerpt, JSON, or commands for GitHub's log. */
import type { Diagnostic, Severity } from "./diagnostic.ts";
import { relativePath } from "./relative-path.ts";

/** How parts of a text are set off; each returns its text as it is where there are no colours. */
export interface Colors {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly green: (text: string) => string;
}

const asItIs = (text: string): string => text;

export const NO_COLORS: Colors = {
  bold: asItIs,
  dim: asItIs,
  red: asItIs,
  yellow: asItIs,
  cyan: asItIs,
  green: asItIs,
};

export interface TextOptions {
  /** Files are shown relative to it. */
  readonly cwd: string;
  readonly colors: Colors;
  /** The text of a source file, for the excerpt; undefined where there is none to show. */
  readonly sourceOf: (file: string) => string | undefined;
}

/**
 * One paragraph for each finding; what is said twice of one place, for two tools that share a type, is shown once.
 *
 * ```
 * src/calendar.ts:9:4 error RG102 unknown-param: @param "wen" names no parameter of "addEvent".
 *     9 |  * @param wen When it begins
 *       |           ^^^
 *   Its parameters are title and when. Did you mean "when"?
 * ```
 */
export function formatText(diagnostics: readonly Diagnostic[], options: TextOptions): string {
  const paragraphs = diagnostics.map((diagnostic) => formatParagraph(diagnostic, options));
  return [...new Set(paragraphs)].map((paragraph) => `${paragraph}\n`).join("\n");
}

function formatParagraph(diagnostic: Diagnostic, { cwd, colors, sourceOf }: TextOptions): string {
  const { severity, location, message, fix } = diagnostic;
  const place = location && `${relativePath(cwd, location.file)}:${location.line}:${location.column}`;
  const head = [place && colors.bold(place), severityColor(severity, colors)(severity), titleOf(diagnostic)];
  const lines = [`${head.filter((part) => part !== undefined).join(" ")}: ${indentRest(message)}`];
  const text = location && sourceOf(location.file);
  if (location && text !== undefined) lines.push(...excerpt(text, location, colors));
  if (fix !== undefined) lines.push(`  ${indentRest(fix)}`);
  return lines.join("\n");
}

function titleOf({ code, name }: Diagnostic): string {
  return name === undefined ? code : `${code} ${name}`;
}

function severityColor(severity: Severity, colors: Colors): (text: string) => string {
  return { error: colors.red, warning: colors.yellow, note: colors.cyan }[severity];
}

function indentRest(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

const WIDEST_EXCERPT = 120;

/** The line, and carets under what is meant. */
function excerpt(text: string, location: NonNullable<Diagnostic["location"]>, colors: Colors): readonly string[] {
  const line = text.split(/\r\n|[\n\r\u2028\u2029]/)[location.line - 1];
  if (line === undefined) return [];
  const start = location.column - 1;
  const end = location.endLine === location.line ? location.endColumn - 1 : line.length;
  // Of a very long line, what stands around the place.
  const from = line.length > WIDEST_EXCERPT ? Math.max(0, start - WIDEST_EXCERPT / 2) : 0;
  const shown = line.slice(from, from + WIDEST_EXCERPT);
  const before = shown.slice(0, start - from).replace(/[^\t]/g, " ");
  const carets = "^".repeat(Math.max(1, Math.min(end - from, shown.length) - (start - from)));
  const gutter = String(location.line).padStart(5);
  return [
    `${colors.dim(`${gutter} |`)} ${shown}`.trimEnd(),
    `${colors.dim(`${" ".repeat(gutter.length)} |`)} ${before}${colors.red(carets)}`,
  ];
}

/** The form of `--format json`: every finding, its place flattened, its file relative to `cwd`. */
export interface JsonDiagnostic {
  readonly severity: Severity;
  readonly code: string;
  readonly name?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly message: string;
  readonly fix?: string;
  readonly tool?: string;
}

export function formatJson(diagnostics: readonly Diagnostic[], cwd: string): string {
  return `${JSON.stringify({ diagnostics: diagnostics.map((diagnostic) => toJson(diagnostic, cwd)) }, null, 2)}\n`;
}

function toJson({ severity, code, name, location, message, fix, tool }: Diagnostic, cwd: string): JsonDiagnostic {
  const { file, ...span } = location ?? {};
  return {
    severity,
    code,
    ...(name !== undefined && { name }),
    ...(file !== undefined && { file: relativePath(cwd, file) }),
    ...span,
    message,
    ...(fix !== undefined && { fix }),
    ...(tool !== undefined && { tool }),
  };
}

/**
 * Workflow commands, which GitHub shows beside the lines of a pull request. `root` is the repository's folder.
 *
 * @see https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
export function formatGitHub(diagnostics: readonly Diagnostic[], root: string): string {
  const commands = diagnostics.map((diagnostic) => {
    const { severity, location, message, fix } = diagnostic;
    const properties = {
      ...(location && {
        file: relativePath(root, location.file),
        line: location.line,
        endLine: location.endLine,
        col: location.column,
        endColumn: location.endColumn,
      }),
      title: titleOf(diagnostic),
    };
    const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
    const text = fix === undefined ? message : `${message}\n${fix}`;
    return `::${severity === "note" ? "notice" : severity} ${list.join(",")}::${escapeData(text)}\n`;
  });
  return [...new Set(commands)].join("");
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
