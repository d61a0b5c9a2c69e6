/**
 * Small projects in a temporary folder, for tests of what is found and read in them. A stand-in for the runtime's
 * declarations is installed, since only its names matter here.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { createDiagnosticLog } from "../../src/diagnostics/diagnostic-log.ts";
import { type ProjectOptions, type ProjectReading, readProject } from "../../src/project/read-project.ts";
import type { ParameterSignature, ToolSignature } from "../../src/signature/tool-signature.ts";

const RUNTIME = `
declare const integer: unique symbol;
/** Not a text for models. */
export type Int = number & { readonly [integer]?: "integer" };
export declare class RunContext<Context = unknown> { context: Context; runId: string; cancel(): void }
export declare class Agent { name: string; run(): void }
export declare class Team { members: readonly Agent[]; run(): void }
export interface ToolCall { id: string; name: string; arguments: unknown }
export interface MediaPart { type: "image" | "audio" | "video" | "file"; url?: string }
export declare class ToolResult { constructor(text: string); text: string }
export declare class Media { constructor(type: "image" | "file", source: object); readonly type: string; readonly content: string | undefined }
export interface ToolOptions { name?: string; description?: string; strict?: boolean; needsApproval?: boolean; timeout?: number }
export declare function tool<F extends (...args: any[]) => unknown>(fn: F, options?: ToolOptions): F;
`;

/** The names of the platform that tests use; the library's DOM would take long to load. */
const PLATFORM = `
interface AbortSignal { readonly aborted: boolean; addEventListener(type: "abort", listener: () => void): void }
interface URL { href: string }
interface Buffer extends Uint8Array { readonly isBuffer: true }
`;

const TSCONFIG = {
  compilerOptions: { target: "es2023", lib: ["es2023"], module: "nodenext", strict: true, types: [] },
  include: ["**/*"],
};

/** By path; `undefined` leaves out a file that would be there otherwise. */
export type Files = Readonly<Record<string, string | object | undefined>>;

/** Writes the files into a new folder, which is removed after the test. Objects are written as JSON. */
export function writeProject(files: Files): string {
  const folder = createProject(files);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** As `writeProject`, for a caller who removes the folder. */
export function createProject(files: Files): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "runa-project-"))).replaceAll("\\", "/");
  const all: Files = {
    "package.json": { name: "some-tools", private: true, type: "module" },
    "tsconfig.json": TSCONFIG,
    "types/platform.d.ts": PLATFORM,
    "node_modules/@runa/runtime/package.json": { name: "@runa/runtime", type: "module", types: "./index.d.ts" },
    "node_modules/@runa/runtime/index.d.ts": RUNTIME,
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    if (content === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

export interface Outcome extends ProjectReading {
  readonly folder: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a project of the given files; one text is `src/tools.ts`. */
export function readFiles(files: string | Files, options: Partial<ProjectOptions> = {}): Outcome {
  const folder = writeProject(typeof files === "string" ? { "src/tools.ts": files } : files);
  return readFolder(folder, options);
}

export function readFolder(folder: string, options: Partial<ProjectOptions> = {}): Outcome {
  const log = createDiagnosticLog();
  const reading = readProject({ cwd: folder, ...options }, log);
  return { ...reading, folder, diagnostics: log.diagnostics };
}

/** `getWeather(city: string, unit?: literals = "c")`: what matters of a signature, on one line. */
export function oneLineOf(tool: ToolSignature): string {
  return `${tool.name}(${tool.parameters.map(parameterText).join(", ")})`;
}

function parameterText(parameter: ParameterSignature): string {
  switch (parameter.kind) {
    case "injected":
      return `<${parameter.name === parameter.inject ? parameter.name : `${parameter.name}: ${parameter.inject}`}>`;
    case "flattened":
      return `{ ${parameter.properties.map(propertyText).join(", ")} }`;
    default:
      return `${parameter.kind === "rest" ? "..." : ""}${propertyText(parameter.property)}`;
  }
}

type Property = Extract<ParameterSignature, { kind: "property" }>["property"];

function propertyText({ name, optional, shape, default: value }: Property): string {
  const kind = shape.kind === "named" ? shape.type.name : shape.kind;
  return `${name}${optional ? "?" : ""}: ${kind}${value === undefined ? "" : ` = ${JSON.stringify(value)}`}`;
}

/** `RG141 hidden tools.ts:3:10`, without the notes. */
export function findingsOf({ diagnostics }: Outcome): readonly string[] {
  return diagnostics.filter(({ severity }) => severity !== "note").map(findingText);
}

export function findingText({ code, tool, location }: Diagnostic): string {
  const place =
    location && `${location.file.slice(location.file.lastIndexOf("/") + 1)}:${location.line}:${location.column}`;
  return [code, tool, place].filter((part) => part !== undefined).join(" ");
}
