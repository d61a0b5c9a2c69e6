/**
 * Programs made of source texts, for tests of what is read from types. The library's files are parsed once for all
 * tests; there is no DOM, so `AbortSignal`, `URL` and `Buffer` come from an ambient file, as they do with a runtime's
 * typings.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ts } from "ts-morph";
import { createTypeReader, type TypeReader } from "../../src/reader/read-type.ts";
import type { PropertyShape, TypeShape } from "../../src/signature/type-shape.ts";

const LIBRARY = dirname(createRequire(import.meta.url).resolve("typescript/lib/lib.es2023.d.ts"));

const AMBIENT = `
interface AbortSignal { readonly aborted: boolean; addEventListener(type: "abort", listener: () => void): void }
declare var AbortSignal: { prototype: AbortSignal; new (): AbortSignal };
interface URL { href: string; toString(): string }
declare var URL: { prototype: URL; new (text: string): URL };
interface Buffer extends Uint8Array { readonly isBuffer: true }
`;

const RUNTIME = `
declare const brand: unique symbol;
export type Int = number & { readonly [brand]: "integer" };
export declare class RunContext<Context = unknown> { context: Context; cancel(): void }
export declare class Agent<Context = unknown> { name: string; run(): void; private readonly context: Context }
export declare class Team { members: readonly Agent[]; run(): void }
export interface ToolCall { id: string; name: string; arguments: unknown }
`;

const LIBRARY_FILES = new Map<string, ts.SourceFile>();

export interface TypeProgram {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly reader: TypeReader;
  /** The shape of each parameter of the exported functions of a file, by its name. */
  parametersOf(file?: string): Readonly<Record<string, TypeShape>>;
  /** The properties of the first parameter of the first exported function. */
  propertiesOf(file?: string): readonly PropertyShape[] | undefined;
}

const DEFAULT_FILE = "/src/tools.ts";

/** @param files source texts by absolute path, in the order that the program sees them; one text is `/src/tools.ts` */
export function createTypeProgram(
  files: string | Readonly<Record<string, string>>,
  options: ts.CompilerOptions = {},
): TypeProgram {
  const given = typeof files === "string" ? { [DEFAULT_FILE]: files } : files;
  const texts = new Map(Object.entries(given));
  texts.set("/types/ambient.d.ts", AMBIENT);
  texts.set("/node_modules/@runa/runtime/index.d.ts", RUNTIME);
  texts.set("/node_modules/@runa/runtime/package.json", '{"name":"@runa/runtime","types":"index.d.ts"}');
  const roots = [...Object.keys(given).filter((path) => !path.includes("/node_modules/")), "/types/ambient.d.ts"];
  const compilerOptions: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts"],
    types: [],
    skipLibCheck: true,
    noEmit: true,
    ...options,
  };
  const program = ts.createProgram(roots, compilerOptions, memoryHost(texts));
  const checker = program.getTypeChecker();
  const reader = createTypeReader({ program, checker, readFile: (path) => texts.get(path) });
  return {
    program,
    checker,
    reader,
    parametersOf: (file = DEFAULT_FILE) => {
      const shapes: Record<string, TypeShape> = {};
      for (const parameter of parameters(program, file)) {
        const type = checker.getTypeAtLocation(parameter);
        shapes[parameter.name.getText()] = reader.read(type, parameter.type, parameter);
      }
      return shapes;
    },
    propertiesOf: (file = DEFAULT_FILE) => {
      const [parameter] = parameters(program, file);
      return parameter && reader.readProperties(checker.getTypeAtLocation(parameter), parameter.type, parameter);
    },
  };
}

function parameters(program: ts.Program, file: string): readonly ts.ParameterDeclaration[] {
  const statements = program.getSourceFile(file)?.statements ?? [];
  return [...statements].filter(ts.isFunctionDeclaration).flatMap((declaration) => [...declaration.parameters]);
}

function memoryHost(texts: ReadonlyMap<string, string>): ts.CompilerHost {
  return {
    fileExists: (path) => texts.has(path),
    readFile: (path) => texts.get(path),
    directoryExists: (path) => [...texts.keys()].some((file) => file.startsWith(`${path}/`)),
    getSourceFile: (path, languageVersion) => {
      const text = texts.get(path);
      return text === undefined
        ? libraryFile(path, languageVersion)
        : ts.createSourceFile(path, text, languageVersion, true);
    },
    getDefaultLibFileName: () => join(LIBRARY, "lib.d.ts"),
    getDefaultLibLocation: () => LIBRARY,
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => undefined,
  };
}

function libraryFile(path: string, version: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
  if (!path.startsWith(LIBRARY)) return undefined;
  const known = LIBRARY_FILES.get(path) ?? ts.createSourceFile(path, readFileSync(path, "utf8"), version, true);
  LIBRARY_FILES.set(path, known);
  return known;
}

/** A shape as one short text, to compare and to read: `string?`, `Date`, `{ a: string, b?: number[] }`. */
export function textOf(shape: TypeShape): string {
  switch (shape.kind) {
    case "anything":
      return shape.gap ? `anything(${shape.gap.why}: ${shape.gap.typeText})` : "anything";
    case "string":
      return ["string", ...(shape.patterns ?? [])].join(" ");
    case "literals":
      return shape.members
        .map(({ value, text }) => `${valueText(value)}${text === undefined ? "" : ` (${text})`}`)
        .join(" | ");
    case "array":
      return `array of ${textOf(shape.items)}`;
    case "set":
      return `set of ${textOf(shape.items)}`;
    case "map":
      return `map of ${textOf(shape.values)}`;
    case "tuple": {
      const parts = shape.elements.map((element) => `${textOf(element.shape)}${element.optional ? "?" : ""}`);
      const rest = shape.rest ? [`...${textOf(shape.rest)}`] : [];
      return `[${[...parts, ...rest].join(", ")}]${shape.gap ? ` (${shape.gap.why})` : ""}`;
    }
    case "object":
      return `{ ${[
        ...shape.properties.map(propertyText),
        ...(shape.index ? [`[key]: ${textOf(shape.index)}`] : []),
        ...(shape.patterns ?? []).map(({ pattern, values }) => `[${pattern}]: ${textOf(values)}`),
      ].join(", ")} }`;
    case "union":
      return `(${shape.members.map(textOf).join(" or ")})`;
    case "named":
      return namedText(shape.type.name, shape.type.shape);
    case "inexpressible":
      return `inexpressible(${shape.why}: ${shape.typeText})`;
    default:
      return shape.kind;
  }
}

const open: TypeShape[] = [];

/** A type within itself is only its name. */
function namedText(name: string, shape: TypeShape): string {
  if (open.includes(shape)) return name;
  open.push(shape);
  const text = `${name}=${textOf(shape)}`;
  open.pop();
  return text;
}

function propertyText({ name, optional, shape }: PropertyShape): string {
  return `${name}${optional ? "?" : ""}: ${textOf(shape)}`;
}

function valueText(value: string | number | boolean | bigint): string {
  return typeof value === "bigint" ? `${value}n` : JSON.stringify(value);
}
