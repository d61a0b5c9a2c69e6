/** Tools in columns. */
import { resolve } from "node:path";
import type { Manifest, ManifestTool } from "@runa/runtime/manifest";
import type { Colors } from "../diagnostics/format.ts";
import { relativePath } from "../diagnostics/relative-path.ts";

export interface ToolTableInput {
  readonly manifest: Manifest;
  readonly manifestFile: string;
  readonly cwd: string;
  readonly colors: Colors;
}

/** Name, parameters and file: what was just written. */
export function renderSummaryTable({ manifest, manifestFile, cwd, colors }: ToolTableInput): string {
  const shown = manifest.tools.slice(0, LONGEST_SUMMARY);
  const rows = shown.map((tool) => [tool.function.name, parametersOf(tool), fileOf(tool, manifestFile, cwd)]);
  const more = manifest.tools.length - shown.length;
  const rest = more > 0 ? `${colors.dim(`and ${more} more; runa-gen list shows all.`)}\n` : "";
  return renderTable(["tool", "parameters", "file"], rows, colors) + rest;
}

const LONGEST_SUMMARY = 40;

export function renderFullTable({ manifest, manifestFile, cwd, colors }: ToolTableInput): string {
  const rows = manifest.tools.map((tool) => [
    tool.function.name,
    parametersOf(tool),
    shorten(tool.function.description.split("\n")[0] ?? ""),
    fileOf(tool, manifestFile, cwd),
    tool.runa.external ? "external" : tool.runa.thread,
  ]);
  return renderTable(["tool", "parameters", "description", "file", "thread"], rows, colors) + schemasLine(manifest);
}

/** What stands in `schemas` of the binding. */
function schemasLine({ schemas }: Manifest): string {
  const names = Object.keys(schemas);
  return names.length === 0 ? "" : `\nschemas: ${names.join(", ")}\n`;
}

/** `city, unit?` */
function parametersOf({ function: { parameters } }: ManifestTool): string {
  const required = new Set(parameters.required ?? []);
  const names = Object.keys(parameters.properties).map((name) => (required.has(name) ? name : `${name}?`));
  return shorten(names.join(", "));
}

function fileOf({ runa }: ManifestTool, manifestFile: string, cwd: string): string {
  return relativePath(cwd, resolve(manifestFile, "..", runa.module));
}

const WIDEST_COLUMN = 60;

function shorten(text: string): string {
  return text.length > WIDEST_COLUMN ? `${text.slice(0, WIDEST_COLUMN - 1)}…` : text;
}

function renderTable(titles: readonly string[], rows: readonly (readonly string[])[], colors: Colors): string {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join("  ");
  return [colors.dim(line(titles)), ...rows.map(line)].map((text) => `${text}\n`).join("");
}
