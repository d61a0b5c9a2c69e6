/** The examples in the README and in `docs` are real: each block of TypeScript compiles against what the packages export. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import { BINDING, MODULES, NAMES } from "./support/document-names.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The page of codes shows functions that `runa-gen` refuses; its own test makes it from them. */
const pages: readonly string[] = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md") && name !== "codes.md")
    .map((name) => `docs/${name}`),
];

/** By a name that says where it stands, with as many lines in front of it as on its page. */
const blocks: ReadonlyMap<string, string> = new Map(
  pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(({ 1: code = "", index }): [string, string] => {
      const line = text.slice(0, index).split("\n").length;
      return [join(root, "tests", `${page.replace("/", "-")}-${line}.ts`), `${"\n".repeat(line)}${code}\nexport {};\n`];
    });
  }),
);

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  customConditions: ["@runa/source"],
};

function problemsOf(files: ReadonlyMap<string, string>): readonly string[] {
  const given = new Map([
    ...files,
    [join(root, "tests/runa.tools.ts"), BINDING],
    ...Object.entries(MODULES).map(([file, code]): [string, string] => [join(root, "tests", file), code]),
    [join(root, "tests/names.d.ts"), NAMES],
  ]);
  const host = ts.createCompilerHost(OPTIONS);
  const { readFile, fileExists } = host;
  host.readFile = (name) => given.get(name) ?? readFile(name);
  host.fileExists = (name) => given.has(name) || fileExists(name);
  const program = ts.createProgram([...given.keys()], OPTIONS, host);
  return [...given.keys()]
    .flatMap((name) => program.getSourceFile(name) ?? [])
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, start = 0, messageText }) => {
      const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${file?.fileName.slice(root.length)}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
}

it("compile, one by one, in a strict project", () => {
  expect(blocks.size).toBeGreaterThan(20);
  expect(problemsOf(blocks)).toEqual([]);
});

it("are told where they do not", () => {
  const wrong = new Map([[join(root, "tests/wrong.ts"), "tools.getWeather.with({ timeuot: 1 });\nexport {};\n"]]);
  expect(problemsOf(wrong)).toEqual([expect.stringMatching(/^tests\/wrong\.ts:1 .*timeuot/)]);
});
