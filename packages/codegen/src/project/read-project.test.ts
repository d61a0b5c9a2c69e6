import { describe, expect, it } from "vitest";
import {
  findingsOf,
  type Outcome,
  oneLineOf,
  readFiles,
  readFolder,
  writeProject,
} from "../../test/support/disk-project.ts";

const tagged = (name: string, parameters = "a: string"): string =>
  `/** @tool */\nexport function ${name}(${parameters}): void {}\n`;

const namesOf = ({ tools }: Outcome): readonly string[] => tools.map(({ name }) => name);

const relativeOf = (paths: readonly string[], { folder }: Outcome): readonly string[] =>
  paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));

describe("entries", () => {
  const everywhere = {
    "src/b.ts": tagged("b"),
    "src/deep/a.mts": tagged("a"),
    "src/view.tsx": tagged("view"),
    "src/old.cts": tagged("old"),
    "src/a.test.ts": tagged("inTest"),
    "src/a.spec.ts": tagged("inSpec"),
    "src/types.d.ts": "/** @tool */\nexport declare function declared(a: string): void;",
    "src/script.js": tagged("inScript", "a"),
    "src/node_modules/x/index.ts": tagged("installed"),
    "other.ts": tagged("other"),
    "src/runa.tools.ts": tagged("bound"),
  };

  it("are all TypeScript files below src, but no tests, declarations, or the binding", () => {
    expect(namesOf(readFiles(everywhere, { exclude: ["src/runa.tools.ts"] }))).toEqual(["b", "a", "old", "view"]);
  });

  it("are all TypeScript files outside of the output folder where there is no src", () => {
    const files = {
      "a.ts": tagged("a"),
      "lib/b.ts": tagged("b"),
      "dist/c.ts": tagged("c"),
      "node_modules/x/d.ts": tagged("d"),
    };
    expect(namesOf(readFiles(files, { exclude: ["dist"] }))).toEqual(["a", "b"]);
  });

  it("are JavaScript files in a project that has no others", () => {
    const outcome = readFiles({
      "src/a.js":
        "/**\n * @tool\n * @param {string} city\n * @param {number} [days]\n */\nexport function a(city, days = 3) {}",
    });
    expect(findingsOf(outcome)).toEqual([]);
    expect(outcome.tools.map(oneLineOf)).toEqual(["a(city: string, days?: number = 3)"]);
    expect(outcome.facts.isJavaScriptOnly).toBe(true);
  });

  it("are what is named: files, folders and globs, in path order and each once", () => {
    const outcome = readFiles(everywhere, {
      entries: ["src/view.tsx", "src/deep", "src/b*.ts", "./src/b.ts", "src/a.test.ts"],
    });
    expect(namesOf(outcome)).toEqual(["inTest", "b", "a", "view"]);
  });

  it("may be outside of what the config includes", () => {
    const tsconfig = {
      compilerOptions: { strict: true, module: "nodenext", lib: ["es2023"], types: [] },
      include: ["types"],
    };
    expect(
      namesOf(readFiles({ "tsconfig.json": tsconfig, "tools/a.ts": tagged("a") }, { entries: ["tools/a.ts"] })),
    ).toEqual(["a"]);
  });

  it.each([
    ["src/lost.ts", 'There is no file "src/lost.ts".'],
    ["lost/*.ts", 'No file matches "lost/*.ts".'],
  ])("that lead nowhere are an error: %s", (entry, message) => {
    const { diagnostics } = readFiles({ "src/a.ts": tagged("a") }, { entries: [entry] });
    expect(diagnostics).toMatchObject([{ code: "RG140", severity: "error", message }]);
  });
});

describe("configs (L7)", () => {
  it("does without one", () => {
    const outcome = readFiles({
      "tsconfig.json": undefined,
      "src/a.ts": tagged("a", "b: string | null, stop: AbortSignal"),
    });
    expect(findingsOf(outcome)).toEqual([]);
    expect(outcome.tools.map(oneLineOf)).toEqual(["a(b: union, <stop: signal>)"]);
    expect(outcome.facts).toMatchObject({ module: "nodenext", allowImportingTsExtensions: false });
  });

  it("reads strict types whatever the config says (A11)", () => {
    const tsconfig = {
      compilerOptions: { strict: false, strictNullChecks: false, module: "nodenext", lib: ["es2023"], types: [] },
    };
    const outcome = readFiles({
      "tsconfig.json": tsconfig,
      "src/a.ts": tagged("a", "b: string | null, c: number | undefined"),
    });
    expect(outcome.tools.map(oneLineOf)).toEqual(["a(b: union, c?: number)"]);
  });

  it("takes options of TypeScript 5.9, and path aliases", () => {
    const tsconfig = {
      compilerOptions: {
        target: "es5",
        module: "commonjs",
        moduleResolution: "node",
        baseUrl: "./src",
        downlevelIteration: true,
        lib: ["es2023"],
        types: [],
        paths: { "@shared/*": ["shared/*"] },
      },
      include: ["src", "types"],
    };
    const outcome = readFiles({
      "tsconfig.json": tsconfig,
      "src/a.ts": `import type { Point } from "@shared/geo";\nimport type { Line } from "shared/geo";\n${tagged("a", "at: Point, line: Line")}`,
      "src/shared/geo.ts": "export interface Point { x: number }\nexport interface Line { from: Point }",
    });
    expect(findingsOf(outcome)).toEqual([]);
    expect(outcome.tools.map(oneLineOf)).toEqual(["a(at: Point, line: Line)"]);
    expect(outcome.facts).toMatchObject({ module: "commonjs", emitsCommonJs: true });
  });

  it("finds installed types where `types` is not set, as 5.9 did", () => {
    const outcome = readFiles({
      "tsconfig.json": { compilerOptions: { module: "nodenext", lib: ["es2023"], strict: true }, include: ["src"] },
      "node_modules/@types/weather/package.json": { name: "@types/weather", types: "index.d.ts" },
      "node_modules/@types/weather/index.d.ts": "interface Weather { degrees: number }",
      "src/a.ts": tagged("a", "weather: Weather"),
    });
    expect(findingsOf(outcome)).toEqual([]);
    expect(outcome.tools.map(oneLineOf)).toEqual(["a(weather: Weather)"]);
  });

  it("takes the project that a file belongs to where the config only has references", () => {
    const options = {
      composite: true,
      strict: true,
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["es2023"],
      types: [],
    };
    const outcome = readFiles(
      {
        "tsconfig.json": { files: [], references: [{ path: "./packages/one" }, { path: "./packages/two" }] },
        "packages/one/tsconfig.json": {
          compilerOptions: { ...options, paths: { "~/*": ["./lib/*"] } },
          include: ["src", "lib"],
        },
        "packages/one/lib/city.ts": "export type City = 'Oslo' | 'Rome';",
        "packages/one/src/a.ts": `import type { City } from "~/city";\n${tagged("a", "city: City")}`,
        "packages/two/tsconfig.json": {
          compilerOptions: { ...options, paths: { "~/*": ["./other/*"] } },
          include: ["src", "other"],
        },
        "packages/two/other/city.ts": "export type City = number;",
        "packages/two/src/b.ts": `import type { City } from "~/city";\n${tagged("b", "city: City")}`,
      },
      { entries: ["packages/*/src/*.ts"] },
    );
    expect(findingsOf(outcome)).toEqual([]);
    expect(outcome.tools.map(oneLineOf)).toEqual(["a(city: City)", "b(city: number)"]);
    expect(relativeOf(outcome.configFiles, outcome)).toEqual(
      expect.arrayContaining(["packages/one/tsconfig.json", "packages/two/tsconfig.json", "tsconfig.json"]),
    );
  });

  it("reports what is wrong with the config, and reads on", () => {
    const outcome = readFiles({
      "tsconfig.json":
        '{ "compilerOptions": { "module": "nodenext", "lib": ["es2023"], "types": [], "target": "es1" } }',
      "src/a.ts": tagged("a"),
    });
    expect(outcome.diagnostics).toMatchObject([{ code: "TS6046", severity: "error", location: { line: 1 } }]);
    expect(namesOf(outcome)).toEqual(["a"]);
  });

  it.each([
    [
      "esm under nodenext",
      { module: "nodenext" },
      "module",
      { module: "nodenext", moduleResolution: "nodenext", emitsCommonJs: false },
    ],
    ["commonjs under nodenext", { module: "nodenext" }, "commonjs", { module: "nodenext", emitsCommonJs: true }],
    [
      "a bundler",
      { module: "esnext", moduleResolution: "bundler" },
      "commonjs",
      { moduleResolution: "bundler", emitsCommonJs: false },
    ],
    [
      "preserve",
      { module: "preserve" },
      "module",
      { module: "preserve", moduleResolution: "bundler", emitsCommonJs: false },
    ],
    [
      "imports with .ts",
      { module: "nodenext", rewriteRelativeImportExtensions: true },
      "module",
      { rewriteRelativeImportExtensions: true },
    ],
    [
      "imports with .ts without output",
      { module: "nodenext", allowImportingTsExtensions: true, noEmit: true },
      "module",
      { allowImportingTsExtensions: true },
    ],
  ])("says what the binding must know: %s", (_, options, type, want) => {
    const outcome = readFiles({
      "package.json": { name: "x", type },
      "tsconfig.json": { compilerOptions: { strict: true, lib: ["es2023"], types: [], ...options } },
      "src/a.ts": tagged("a"),
    });
    expect(findingsOf(outcome)).toEqual([]);
    expect(outcome.facts).toMatchObject({ isJavaScriptOnly: false, ...want });
  });
});

describe("what is loaded", () => {
  const files = {
    "src/tools.ts": `import type { Point } from "./geo.js";\n${tagged("walk", "to: Point, region: Region, mode: Mode")}`,
    "src/geo.ts": "export interface Point { x: number }",
    "src/server.ts": 'import { connect } from "./database.js";\nexport const server = connect();',
    "src/database.ts": "export function connect(): number { return 1; }",
    "types/region.d.ts": "type Region = 'north' | 'south';",
    "src/globals.ts": "declare global { type Mode = 'fast' | 'slow' }\nexport {};",
  };

  it("is the tool files, what they reach, and what the project declares for all", () => {
    const outcome = readFiles(files);
    expect(findingsOf(outcome)).toEqual([]);
    expect(outcome.tools.map(oneLineOf)).toEqual(["walk(to: Point, region: Region, mode: Mode)"]);
  });

  it("is listed for the cache: sources with and without tools, configs, and package.jsons", () => {
    const outcome = readFiles(files);
    expect(relativeOf(outcome.sourceFiles, outcome)).toEqual([
      "src/database.ts",
      "src/geo.ts",
      "src/globals.ts",
      "src/server.ts",
      "src/tools.ts",
      "types/platform.d.ts",
      "types/region.d.ts",
    ]);
    expect(relativeOf(outcome.configFiles, outcome)).toEqual(["package.json", "tsconfig.json"]);
    expect(outcome.sourceFiles.filter((path) => path.includes("/lib."))).toEqual([]);
  });

  it("gives the same in whatever order the entries are named (A12)", () => {
    const folder = writeProject({ "src/a.ts": tagged("a"), "src/b.ts": tagged("b"), "src/c.ts": tagged("c") });
    const one = readFolder(folder, { entries: ["src/c.ts", "src/a.ts", "src/b.ts"] });
    const other = readFolder(folder, { entries: ["src/*.ts"] });
    expect(one.tools).toEqual(other.tools);
    expect(namesOf(one)).toEqual(["a", "b", "c"]);
  });
});
