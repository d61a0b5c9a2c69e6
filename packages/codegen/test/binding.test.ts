import ts from "typescript";
import { describe, expect, it } from "vitest";
import { generate } from "../src/generate.ts";
import { temporaryProject } from "./support/temporary-project.ts";
import { typeCheck } from "./support/type-check.ts";

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
`;
const jsx = '/** @tool */\nexport function page(title: string | null): string { return title ?? ""; }\n';
const user = `import type { Tool } from "@runa/runtime";
import { schemas, type Tools, tools } from "EXTENSION";

tools.getWeather.with({ needsApproval: ({ city, unit, when }) => city.length > 3 && unit === "c" && when instanceof Date });
// @ts-expect-error a name that is misspelt
tools.getWeather.with({ needsApproval: ({ citty }) => citty === "x" });
tools.join.with({ needsApproval: ({ separator, parts }) => separator === "x" && (parts satisfies string[] | undefined)?.length === 1 });
tools.sum.with({ needsApproval: ({ parts }) => (parts satisfies number[] | undefined)?.length === 1 });
tools.flat.with({ needsApproval: ({ city, days }) => (city satisfies string) === "" && (days satisfies number | undefined) === 3 });
tools.summarize.with({ needsApproval: ({ text, length }) => (text satisfies string) === "" && (length satisfies number) === 3 });
// @ts-expect-error an injected parameter
tools.summarize.with({ needsApproval: ({ ctx }) => ctx !== undefined });
// @ts-expect-error a tool that does not exist
tools.removed;
// @ts-expect-error a method of an instance
tools.tick_once;
// @ts-expect-error no parameters
tools.ping.with({ needsApproval: ({ host }) => (host satisfies string) === "x" });
tools.approve.with({ needsApproval: ({ id }) => id === "x" });
tools.now.with({ needsApproval: ({ zone }) => zone === "x" });
tools["odd-name"].with({ needsApproval: ({ it }) => it });
const ticket: Promise<{ id: string; at?: Date }> = schemas.Ticket.parse({});
export const all: { tools: Tools; ticket: typeof ticket; one: Tool<never> } = { tools, ticket, one: tools.ping };
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
    async (extension, specifier, options, imported) => {
      const project = temporaryProject({
        "src/tools/a.ts": tools,
        "src/tools/b.mts": others,
        "src/tools/c.tsx": jsx,
        "src/user.ts": user.replace("EXTENSION", specifier),
        "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "strict": true, "types": [], "jsx": "preserve" } }`,
      });
      const importExtension = extension as "js" | "ts" | "none";
      const result = await generate({ cwd: project.root, importExtension });
      expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(project.read("src/runa.tools.ts")).toContain(imported);
      const found = typeCheck(project, ["src/user.ts"], { ...options, jsx: ts.JsxEmit.Preserve });
      expect(found.filter((line) => line.includes("runa.tools") || line.includes("user.ts"))).toEqual([]);
    },
  );

  it("names imports so that none hides another, or what the binding itself needs", async () => {
    const project = temporaryProject({ "src/tools/a.ts": tools, "src/tools/b.mts": others });
    await generate({ cwd: project.root });
    const text = project.read("src/runa.tools.ts");
    expect(text).toContain("getWeather as getWeather_2");
    expect(text).toContain("tools as tools_2");
    expect(text).toContain("Parameters as Parameters_2");
    expect(text).toContain('["__proto__"]: Parameters_2');
    expect(text).toContain("default as aDefault");
    expect(text).toContain("tick_once: Clock");
    expect(text).not.toMatch(/approve,/);
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
        'import { tools } from "./runa.tools.js";\n\ntools.page.with({ needsApproval: ({ title }) => title === "x" });\n',
    });
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
    project.write("src/user.js", project.read("src/user.js").replace("title }", "titel }"));
  });

  it("embeds texts with quotes, backslashes and odd line ends unharmed", async () => {
    const text = 'It\'s "so" \\ `${x}` \u2028 end';
    const project = temporaryProject({ "src/a.ts": `/** ${text}\n * @tool */\nexport function f(): void {}\n` });
    const { manifest } = await generate({ cwd: project.root });
    const literal = /JSON\.parse\(('.*')\)/.exec(project.read("src/runa.tools.ts"))?.[1];
    const embedded: unknown = JSON.parse(String(new Function(`return ${literal}`)()));
    expect(embedded).toEqual(manifest);
    expect(manifest.tools[0]?.function.description).toContain('It\'s "so" \\ `${x}`');
  });

  it("stands when there are no tools at all", async () => {
    const project = temporaryProject({ "src/a.ts": "export const a = 1;\n" });
    await generate({ cwd: project.root });
    expect(typeCheck(project, ["src/runa.tools.ts"])).toEqual([]);
  });
});
