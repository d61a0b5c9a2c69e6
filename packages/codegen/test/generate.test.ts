import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { manifestSchema } from "@runa/runtime/manifest";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { check } from "../src/check.ts";
import { generate } from "../src/generate.ts";
import { temporaryProject } from "./support/temporary-project.ts";

const weather = `/**
 * Get the current weather for a city.
 * @tool
 * @param city The city to get the weather for
 * @param unit Temperature unit
 */
export async function getWeather(city: string, unit: string = "celsius"): Promise<string> {
  return city + unit;
}
`;
const clock = `/**
 * Tell the time.
 * @tool
 * @param zone Where
 */
export function now(zone: string): string {
  return zone;
}
`;
const sources = { "src/tools/weather.ts": weather, "src/clock.ts": clock };

describe("generate", () => {
  it("writes manifest and binding, valid and in path order", async () => {
    const project = temporaryProject(sources);
    const result = await generate({ cwd: project.root });
    expect(result).toMatchObject({ ok: true, diagnostics: [] });
    const manifest: unknown = JSON.parse(project.read("src/runa.tools.json"));
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(manifestSchema);
    expect(validate(manifest), JSON.stringify(validate.errors)).toBe(true);
    expect(result.manifest.tools.map((tool) => tool.runa.module)).toEqual(["./clock.ts", "./tools/weather.ts"]);
    expect(project.read("src/runa.tools.ts")).toContain('import { getWeather } from "./tools/weather.js";');
  });

  it("gives the same bytes again, and touches nothing then (A12)", async () => {
    const project = temporaryProject(sources);
    await generate({ cwd: project.root });
    const before = project.read("src/runa.tools.json") + project.read("src/runa.tools.ts");
    const file = join(project.root, "src/runa.tools.json");
    utimesSync(file, 1000, 1000);
    const again = await generate({ cwd: project.root });
    expect(again.written).toEqual([]);
    expect(project.read("src/runa.tools.json") + project.read("src/runa.tools.ts")).toBe(before);
    expect(statSync(file).mtimeMs).toBe(1_000_000);
  });

  it("gives the same bytes for sources with CRLF (R35)", async () => {
    const crlf = Object.fromEntries(
      Object.entries(sources).map(([file, text]) => [file, text.replaceAll("\n", "\r\n")]),
    );
    const [one, other] = [temporaryProject(sources), temporaryProject(crlf)];
    await generate({ cwd: one.root });
    await generate({ cwd: other.root });
    expect(other.read("src/runa.tools.json")).toBe(one.read("src/runa.tools.json"));
    expect(other.read("src/runa.tools.ts")).toBe(one.read("src/runa.tools.ts"));
  });

  it("writes nothing after an error, and reports the findings of all tools (L7)", async () => {
    const project = temporaryProject({
      ...sources,
      "src/bad.ts": "/** @tool two words */\nexport function run(): void {}\n",
      "src/worse.ts": "/** Ask.\n * @tool */\nexport function ask(q: Nowhere): void { void q; }\n",
    });
    const result = await generate({ cwd: project.root });
    expect(result.ok).toBe(false);
    const errors = result.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ location }) => location?.file.replace(/.*\//, ""))).toEqual(["bad.ts", "worse.ts"]);
    expect(project.files().filter((file) => file.includes("runa.tools"))).toEqual([]);
  });

  it("leaves an old manifest alone after an error", async () => {
    const project = temporaryProject(sources);
    await generate({ cwd: project.root });
    const before = project.read("src/runa.tools.json");
    project.write("src/clock.ts", `${clock}const broken = ;\n`);
    expect((await generate({ cwd: project.root })).written).toEqual([]);
    expect(project.read("src/runa.tools.json")).toBe(before);
  });

  it("makes warnings and missing texts errors under strict (A6)", async () => {
    const project = temporaryProject({ "src/a.ts": "/** @tool */\nexport function a(): void {}\n" });
    expect((await generate({ cwd: project.root })).ok).toBe(true);
    const strict = await generate({ cwd: project.root, strict: true });
    expect(strict.diagnostics).toMatchObject([{ code: "RG101", severity: "error" }]);
  });

  it("drops a tool that is gone, and removes only what it wrote itself (R37)", async () => {
    const project = temporaryProject({ ...sources, "src/runa.tools.js": "export const mine = 1;\n" });
    await generate({ cwd: project.root });
    project.remove("src/clock.ts");
    const { removed } = await generate({ cwd: project.root, binding: false });
    expect(removed).toEqual([join(project.root, "src/runa.tools.ts")]);
    expect(project.read("src/runa.tools.json")).not.toContain('"now"');
    expect(project.read("src/runa.tools.js")).toBe("export const mine = 1;\n");
  });

  it("does not take what tsc made of the binding for its own", async () => {
    const project = temporaryProject(sources);
    await generate({ cwd: project.root });
    project.write("src/runa.tools.js", project.read("src/runa.tools.ts"));
    expect((await generate({ cwd: project.root })).removed).toEqual([]);
  });

  it("never replaces a file that it did not write", async () => {
    const project = temporaryProject({ ...sources, "src/clock.json": '{ "mine": true }' });
    const result = await generate({ cwd: project.root, out: "src/clock.json" });
    expect(result.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["RG409", "src/clock.json was not written by runa-gen, so it is not replaced."],
      ["RG409", "src/clock.ts was not written by runa-gen, so it is not replaced."],
    ]);
    expect(project.read("src/clock.ts")).toBe(clock);
  });

  it("replaces outputs that a merge left with its markers", async () => {
    const project = temporaryProject(sources);
    await generate({ cwd: project.root });
    const good = project.read("src/runa.tools.json");
    project.write("src/runa.tools.json", `<<<<<<< ours\n${good}=======\n${good}>>>>>>> theirs\n`);
    expect(await generate({ cwd: project.root })).toMatchObject({ ok: true });
    expect(project.read("src/runa.tools.json")).toBe(good);
  });

  it("says what to change in a project that compiles to CommonJS", async () => {
    const project = temporaryProject({ ...sources, "package.json": "{}" });
    const result = await generate({ cwd: project.root });
    expect(result.diagnostics).toMatchObject([{ code: "RG411", severity: "error" }]);
    expect(result.diagnostics[0]?.fix).toContain('loadTools("src/runa.tools.json")');
    expect((await generate({ cwd: project.root, binding: false })).ok).toBe(true);
  });

  it("warns where no file has a tool", async () => {
    const project = temporaryProject({ "src/a.ts": "export const a = 1;\n" });
    expect((await generate({ cwd: project.root })).diagnostics).toMatchObject([{ code: "RG412", severity: "warning" }]);
  });

  it("refuses definitions over the budget, naming the largest", async () => {
    const project = temporaryProject(sources);
    const result = await generate({ cwd: project.root, maxTokens: 10 });
    expect(result.diagnostics).toMatchObject([{ code: "RG413", severity: "error" }]);
    expect(result.diagnostics[0]?.message).toMatch(/The largest: getWeather \d+, now \d+\.$/);
    expect((await generate({ cwd: project.root, maxTokens: 10_000 })).ok).toBe(true);
  });

  it("reports an output that cannot be written", async () => {
    const project = temporaryProject({ ...sources, blocked: "a file where a folder is needed" });
    const result = await generate({ cwd: project.root, out: "blocked/runa.tools.json" });
    expect(result.diagnostics).toMatchObject([{ code: "RG410", severity: "error" }]);
    expect(result.ok).toBe(false);
  });
});

describe("check", () => {
  it("is content with what generate wrote, whatever a checkout or a formatter did to it (R35, R38)", async () => {
    const project = temporaryProject(sources);
    await generate({ cwd: project.root });
    for (const change of [
      (text: string) => text,
      (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`,
      (text: string) => text.replaceAll("  ", "\t"),
    ]) {
      for (const file of ["src/runa.tools.json", "src/runa.tools.ts"]) project.write(file, change(project.read(file)));
      expect(await check({ cwd: project.root })).toMatchObject({ ok: true, diagnostics: [] });
    }
    project.write("src/runa.tools.json", JSON.stringify(JSON.parse(project.read("src/runa.tools.json").slice(1))));
    expect(await check({ cwd: project.root })).toMatchObject({ ok: true, diagnostics: [] });
  });

  it("names the tool and the change at its declaration (A20)", async () => {
    const project = temporaryProject(sources);
    await generate({ cwd: project.root });
    project.write(
      "src/tools/weather.ts",
      weather.replace("@param unit", "@param scale").replace("unit: string", "scale: string"),
    );
    const { ok, diagnostics } = await check({ cwd: project.root });
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([
      {
        code: "RG403",
        tool: "getWeather",
        location: { file: join(project.root, "src/tools/weather.ts"), line: 7, column: 23 },
      },
    ]);
    expect(diagnostics[0]?.message).toContain('parameter "unit" removed');
    expect(diagnostics[0]?.message).toContain('parameter "scale" added');
  });

  it("sees two parameters of one type that changed places, which tsc cannot", async () => {
    const swap =
      "/** Move.\n * @tool\n * @param a A\n * @param b B\n */\nexport function move(a: string, b: string): void { void a; void b; }\n";
    const project = temporaryProject({ "src/move.ts": swap });
    await generate({ cwd: project.root });
    project.write("src/move.ts", swap.replace("a: string, b: string", "b: string, a: string"));
    expect((await check({ cwd: project.root })).diagnostics[0]?.message).toContain('params: ["a","b"] → ["b","a"]');
  });

  it("names tools that came and tools that went (R37)", async () => {
    const project = temporaryProject(sources);
    await generate({ cwd: project.root });
    project.write("src/clock.ts", clock.replace("now(", "today("));
    const { diagnostics } = await check({ cwd: project.root });
    expect(diagnostics.map(({ code, tool }) => [code, tool])).toEqual([
      ["RG404", "today"],
      ["RG405", "now"],
    ]);
    expect(diagnostics[1]?.location?.file).toBe(join(project.root, "src/runa.tools.json"));
    expect(diagnostics[1]?.message).toContain("(it was in ./clock.ts)");
  });

  it.each<[string, string, (text: string) => string, string]>([
    [
      "the manifest edited by hand",
      "src/runa.tools.json",
      (text) => text.replace("Tell the time.", "Tell it."),
      "RG403",
    ],
    ["the manifest damaged", "src/runa.tools.json", (text) => text.slice(0, -20), "RG402"],
    [
      "the manifest of another version",
      "src/runa.tools.json",
      (text) => text.replace('"version": 1', '"version": 9'),
      "RG402",
    ],
    ["the binding edited by hand", "src/runa.tools.ts", (text) => text.replace("  now,", ""), "RG407"],
  ])("sees %s (R38)", async (_name, file, edit, code) => {
    const project = temporaryProject(sources);
    await generate({ cwd: project.root });
    project.write(file, edit(project.read(file)));
    const { ok, diagnostics } = await check({ cwd: project.root });
    expect([ok, diagnostics.map((diagnostic) => diagnostic.code)]).toEqual([false, [code]]);
  });

  it("sees that an output is missing (R38)", async () => {
    const project = temporaryProject(sources);
    await generate({ cwd: project.root });
    project.remove("src/runa.tools.ts");
    expect((await check({ cwd: project.root })).diagnostics).toMatchObject([{ code: "RG401" }]);
    project.remove("src/runa.tools.json");
    expect((await check({ cwd: project.root })).diagnostics).toMatchObject([{ code: "RG401" }, { code: "RG401" }]);
  });

  it("sees that an output is left over", async () => {
    const project = temporaryProject(sources);
    await generate({ cwd: project.root });
    expect((await check({ cwd: project.root, binding: false })).diagnostics).toMatchObject([{ code: "RG408" }]);
  });

  it("writes nothing", async () => {
    const project = temporaryProject({ ...sources, "node_modules/.keep": "" });
    const before = project.files();
    expect((await check({ cwd: project.root })).ok).toBe(false);
    expect(project.files()).toEqual(before);
  });
});

describe("the examples of this repository", () => {
  it.each(["quickstart", "basics"])("%s has its generated files in sync", async (name) => {
    const cwd = fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
    const { ok, diagnostics, manifest } = await check({ cwd });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect([ok, manifest.tools.length > 2]).toEqual([true, true]);
  });
});
