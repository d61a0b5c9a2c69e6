import ts from "typescript";
import { describe, expect, it } from "vitest";
import { generate } from "../src/generate.ts";
import { temporaryProject } from "./support/temporary-project.ts";
import { linkPackages, typeCheck } from "./support/type-check.ts";

const tools = `import type { RunContext } from "@runa/runtime";
/** @schema */
export interface Ticket { id: string; at?: Date }
/** @tool */
export async function getWeather(city: string, unit: "c" | "f" = "c", when?: Date): Promise<string> { return city + unit + String(when); }
/** @tool */
export function join(separator: string, times = 2, ...parts: string[]): string { return separator + String(times) + parts.join(""); }
/** @tool */
export function sum(...parts: number[]): number { return parts.length; }
/** @tool */
export function flat({ city, days = 3 }: { city: string; days?: number } = { city: "x" }): string { return city + String(days); }
/** @tool */
export default function summarize(text: string, ctx: RunContext, length: number): string { return text + ctx.runId + String(length); }
/** @tool */
export declare function approve(id: string): Promise<string>;
export class Clock {
  /** @tool */
  static now(zone: string): string { return zone; }
  /** @tool tick_once */
  tick(n: number): number { return n; }
}
function hyphenated(): void {}
/** @tool */
export function ping(): void { hyphenated(); }
`;
const others = `/** @tool other_weather */
export function getWeather(place: string): string { return place; }
/** @tool odd-name */
export function tools(it: boolean): boolean { return it; }
/** @tool __proto__ */
export function Parameters(q: string): string { return q; }
/** @schema */
export default interface Order<Size = number> { size: Size }
`;
const jsx = '/** @tool */\nexport function page(title: string | null): string { return title ?? ""; }\n';
const SOURCE_TSCONFIG =
  '{ "compilerOptions": { "module": "nodenext", "types": [], "customConditions": ["@runa/source"] } }';

const user = `import type { ArgumentsOf, Tool } from "@runa/runtime";
import { schemas, type Tools, tools } from "EXTENSION";

type Of<Name extends keyof Tools> = ArgumentsOf<Tools[Name]>;
export const weather: Of<"getWeather"> = { city: "Oslo", unit: "c", when: new Date() };
// @ts-expect-error a name that is misspelt
export const misspelt: Of<"getWeather"> = { citty: "Oslo" };
// @ts-expect-error a value that the function does not take
export const wrong: Of<"getWeather"> = { city: "Oslo", unit: "k" };
export const joined: Of<"join"> = { separator: ", ", parts: ["a", "b"] };
// @ts-expect-error a list of something else
export const numbers: Of<"join"> = { separator: ", ", parts: [1] };
export const summed: Of<"sum"> = { parts: [1, 2] };
export const flat: Of<"flat"> = { city: "Oslo", days: 2 };
export const summary: Of<"summarize"> = { text: "x", length: 3 };
// @ts-expect-error an injected parameter
export const injected: Of<"summarize"> = { text: "x", length: 3, ctx: 1 };
// @ts-expect-error a tool that does not exist
tools.removed;
// @ts-expect-error a method of an instance
tools.tick_once;
export const nothing: Of<"ping"> = {};
// @ts-expect-error there are no parameters
export const something: Of<"ping"> = { host: "x" };
export const approval: Of<"approve"> = { id: "x" };
export const zone: Of<"now"> = { zone: "x" };
export const odd: Of<"odd-name"> = { it: true };
export const page: Of<"page"> = { title: null };
const ticket: Promise<{ id: string; at?: Date }> = schemas.Ticket.parse({});
export const order: Promise<{ size: number }> = schemas.Order.parse({});
export const all: readonly [Tools, typeof ticket, Tool<Of<"getWeather">>] = [tools, ticket, tools.getWeather];
`;

describe("the binding", () => {
  it.each<[string, string, ts.CompilerOptions, string]>([
    ["js", "./runa.tools.js", {}, '"./tools/a.js"'],
    ["ts", "./runa.tools.ts", {}, '"./tools/a.ts"'],
    [
      "none",
      "./runa.tools",
      { module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler },
      '"./tools/a"',
    ],
  ])(
    "type-checks with the runtime, strictly, with specifiers of the kind %s",
    { timeout: 240_000 },
    async (extension, specifier, options, imported) => {
      const project = temporaryProject({
        "src/tools/a.ts": tools,
        "src/tools/b.mts": others,
        "src/tools/c.tsx": jsx,
        "src/user.ts": user.replace("EXTENSION", specifier),
        "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "strict": true, "types": [], "jsx": "preserve", "customConditions": ["@runa/source"] } }`,
      });
      linkPackages(project);
      const importExtension = extension as "js" | "ts" | "none";
      const result = await generate({ cwd: project.root, importExtension });
      expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(project.read("src/runa.tools.ts")).toContain(imported);
      const found = typeCheck(project, ["src/user.ts"], { ...options, jsx: ts.JsxEmit.Preserve });
      expect(found.filter((line) => line.includes("runa.tools") || line.includes("user.ts"))).toEqual([]);
    },
  );

  it("names imports so that none hides another, or what the binding itself needs", async () => {
    const project = temporaryProject({
      "src/tools/a.ts": tools,
      "src/tools/b.mts": others,
      "tsconfig.json": SOURCE_TSCONFIG,
    });
    linkPackages(project);
    await generate({ cwd: project.root });
    const text = project.read("src/runa.tools.ts");
    expect(text).toContain("getWeather as getWeather_2");
    expect(text).toContain("tools as tools_2");
    expect(text).toContain("Parameters as Parameters_2");
    expect(text).toContain('["__proto__"]: Parameters_2');
    expect(text).toContain("default as aDefault");
    expect(text).toContain("tick_once: Clock");
    expect(text).not.toMatch(/^ {2}approve,/m);
  });

  it.each<[string, string, string]>([
    ["nothing under bundler", '{ "module": "esnext", "moduleResolution": "bundler" }', '"./a"'],
    ["nothing under preserve", '{ "module": "preserve" }', '"./a"'],
    [".js under nodenext", '{ "module": "nodenext" }', '"./a.js"'],
    [
      ".ts where such imports are allowed",
      '{ "module": "nodenext", "allowImportingTsExtensions": true, "noEmit": true }',
      '"./a.ts"',
    ],
    [".ts where they are rewritten", '{ "module": "nodenext", "rewriteRelativeImportExtensions": true }', '"./a.ts"'],
  ])("imports with %s", async (_name, compilerOptions, specifier) => {
    const project = temporaryProject({ "src/a.ts": jsx, "tsconfig.json": `{ "compilerOptions": ${compilerOptions} }` });
    await generate({ cwd: project.root });
    expect(project.read("src/runa.tools.ts")).toContain(`import { page } from ${specifier};`);
  });

  it("is JavaScript with declarations in a project of JavaScript", async () => {
    const project = temporaryProject({
      "src/a.js":
        "/**\n * Page.\n * @tool\n * @param {string} title The title\n */\nexport function page(title) { return title; }\n",
      "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "allowJs": true, "checkJs": true } }',
      "src/user.js":
        'import { tools } from "./runa.tools.js";\n\nexport const page = tools.page.invoke({ title: "x" });\n',
    });
    linkPackages(project);
    expect(await generate({ cwd: project.root })).toMatchObject({ ok: true });
    expect(project.files().filter((file) => file.includes("runa.tools"))).toEqual([
      "src/runa.tools.d.ts",
      "src/runa.tools.js",
      "src/runa.tools.json",
    ]);
    expect(
      typeCheck(project, ["src/user.js"], {
        allowJs: true,
        checkJs: true,
        declaration: false,
        isolatedDeclarations: false,
      }),
    ).toEqual([]);
  });

  it("imports nothing from a module whose name Node and TypeScript read differently", async () => {
    const files = {
      "src/a#b.ts": jsx,
      "src/100%/c?.ts": jsx.replace("page", "leaf"),
      "src/d.ts": jsx.replace("page", "d"),
    };
    const project = temporaryProject(files);
    const { diagnostics } = await generate({ cwd: project.root });
    const found = diagnostics.filter(({ severity }) => severity === "error");
    expect(found.map(({ code, tool }) => `${code} ${tool}`)).toEqual(["RG414 leaf", "RG414 page"]);
    expect(found[1]?.message).toContain("src/a#b.ts");
    expect(await generate({ cwd: project.root, binding: false })).toMatchObject({ ok: true });
    expect(await generate({ cwd: project.root, importExtension: "none" })).toMatchObject({ ok: true });
  });

  it("escapes such a name in JavaScript, and leaves it as it is for TypeScript", async () => {
    const text =
      "/**\n * Page.\n * @tool\n * @param {string} title The title\n */\nexport function page(title) { return title; }\n";
    const project = temporaryProject({
      "src/a#b?50%.js": text,
      "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "allowJs": true, "checkJs": true } }',
    });
    expect(await generate({ cwd: project.root })).toMatchObject({ ok: true });
    expect(project.read("src/runa.tools.js")).toContain('from "./a%23b%3F50%25.js"');
    expect(project.read("src/runa.tools.d.ts")).toContain('from "./a#b?50%.js"');
  });

  it("has the format of its own place, not of an entry elsewhere", async () => {
    const inside = temporaryProject({});
    const outside = temporaryProject({ "package.json": "{}", "a.ts": jsx });
    const fromOutside = await generate({ cwd: inside.root, entries: [`${outside.root}/a.ts`] });
    expect(fromOutside.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    inside.write("a.ts", jsx);
    const toOutside = await generate({ cwd: inside.root, entries: ["a.ts"], out: `${outside.root}/tools.json` });
    expect(toOutside.diagnostics.map(({ code }) => code)).toContain("RG411");
  });

  it("embeds texts with quotes, backslashes and odd line ends unharmed", async () => {
    const text = 'It\'s "so" \\ `x` \u2028 end';
    const project = temporaryProject({ "src/a.ts": `/** ${text}\n * @tool */\nexport function f(): void {}\n` });
    const { manifest } = await generate({ cwd: project.root });
    const literal = /JSON\.parse\(('.*')\)/.exec(project.read("src/runa.tools.ts"))?.[1];
    const embedded: unknown = JSON.parse(String(new Function(`return ${literal}`)()));
    expect(embedded).toEqual(manifest);
    expect(manifest.tools[0]?.function.description).toContain('It\'s "so" \\ `x`');
  });

  it("stands when there are no tools at all", async () => {
    const project = temporaryProject({ "src/a.ts": "export const a = 1;\n" });
    linkPackages(project);
    await generate({ cwd: project.root });
    expect(typeCheck(project, ["src/runa.tools.ts"])).toEqual([]);
  });
});
