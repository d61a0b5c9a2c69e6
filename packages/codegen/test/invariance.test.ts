/**
 * The same sources give the same bytes (A12, R35, R36): again, in another order, beside other files, with other line
 * ends, and under other configs. All golden sources at once.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { generate } from "../src/generate.ts";
import { createProject, type Files } from "./support/disk-project.ts";
import { goldenSources } from "./support/golden-cases.ts";

const sources = goldenSources();
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

interface Outputs {
  readonly manifest: string;
  readonly binding: string;
}

async function outputsIn(cwd: string, entries?: readonly string[]): Promise<Outputs> {
  const result = await generate({ cwd, ...(entries && { entries }) });
  expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return {
    manifest: readFileSync(join(cwd, "src/runa.tools.json"), "utf8"),
    binding: readFileSync(join(cwd, "src/runa.tools.ts"), "utf8"),
  };
}

function projectOf(files: Files): string {
  const folder = createProject(files);
  folders.push(folder);
  return folder;
}

const first = projectOf(sources);
const wanted = await outputsIn(first);

it("generated again, from nothing", async () => {
  for (const file of ["src/runa.tools.json", "src/runa.tools.ts"]) rmSync(join(first, file));
  expect(await outputsIn(first)).toEqual(wanted);
});

it("named in the opposite order, in another folder", async () => {
  const reversed = Object.keys(sources).reverse();
  const tsconfig = {
    compilerOptions: { target: "es2023", lib: ["es2023"], module: "nodenext", strict: true, types: [] },
    files: [...reversed, "types/platform.d.ts"],
  };
  const folder = projectOf({ "tsconfig.json": tsconfig, ...Object.fromEntries(Object.entries(sources).reverse()) });
  expect(await outputsIn(folder, reversed)).toEqual(wanted);
});

/** Says members and properties of the golden sources in another order, and before them. */
const unrelated = `
type Union = "kelvin" | "fahrenheit" | "celsius" | "age" | "name" | "update" | "create" | "b" | "a" | "m" | "s";
type Numbers = 6 | 5 | 4 | 3 | 2.5 | 2 | 1.5 | 1 | 0 | -1;
type Kinds = { kind: "weekly" } | { kind: "page" } | { kind: "once" } | { kind: "day" } | { kind: "no" } | { kind: "yes" };
type Mixed = true | "max" | "all" | 1 | null | string[] | number | string;
`;

it("beside files that have nothing to do with them", async () => {
  const folder = projectOf({
    ...sources,
    "types/aaa.d.ts": unrelated,
    "src/aaa.ts": `// Named so that it comes first, and read because it says @tool.\nexport {};\n${unrelated}`,
    "src/zzz/unread.ts": "export const answer = 42;\n",
  });
  expect(await outputsIn(folder)).toEqual(wanted);
});

it("with CRLF and byte order marks", async () => {
  const crlf = Object.entries(sources).map(([file, text]) => [file, `\uFEFF${text.replaceAll("\n", "\r\n")}`]);
  expect(await outputsIn(projectOf(Object.fromEntries(crlf)))).toEqual(wanted);
});

it.each<[string, object]>([
  [
    "as TypeScript 5.9 writes them",
    {
      module: "nodenext",
      target: "esnext",
      types: [],
      sourceMap: true,
      declaration: true,
      declarationMap: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      strict: true,
      jsx: "react-jsx",
      verbatimModuleSyntax: true,
      isolatedModules: true,
      noUncheckedSideEffectImports: true,
      moduleDetection: "force",
      skipLibCheck: true,
    },
  ],
  ["as TypeScript 6 needs them", { module: "nodenext" }],
  [
    "of an old project, without strictness",
    {
      module: "node16",
      target: "es2020",
      lib: ["es2020"],
      strict: false,
      esModuleInterop: true,
      types: [],
      noLib: false,
    },
  ],
])("under options %s", async (_name, compilerOptions) => {
  const folder = projectOf({ ...sources, "tsconfig.json": { compilerOptions, include: ["src", "types"] } });
  expect(await outputsIn(folder)).toEqual(wanted);
});
