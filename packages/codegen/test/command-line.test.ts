import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "./support/temporary-project.ts";

const sources = {
  "src/tools/weather.ts": `/**
 * Get the current weather for a city.
 * @tool
 * @param city The city
 */
export async function getWeather(city: string, unit?: string): Promise<string> {
  return city + unit;
}
`,
};
const silent = "/** @tool */\nexport function ping(): void {}\n";

describe("runa-gen", () => {
  it("shows what it wrote, and on a second run that nothing changed", async () => {
    const project = temporaryProject(sources);
    expect(await project.run([])).toEqual({
      code: 0,
      err: "",
      out: [
        "tool        parameters   file",
        "getWeather  city, unit?  src/tools/weather.ts",
        "",
        "Wrote src/runa.tools.json, src/runa.tools.ts (1 tool).",
        "1 note; --notes shows it.",
        "",
      ].join("\n"),
    });
    expect((await project.run([])).out).toBe(
      "src/runa.tools.json is up to date (1 tool).\n1 note; --notes shows it.\n",
    );
  });

  it("shows findings with their lines, relative to where it was called, and exits with 1", async () => {
    const project = temporaryProject({ "src/a.ts": silent });
    const { code, out } = await project.run(["--strict"], { cwd: join(project.root, "src") });
    expect(code).toBe(1);
    expect(out).toBe(
      [
        'a.ts:2:17 error RG101 missing-description: "ping" has no description.',
        "    2 | export function ping(): void {}",
        "      |                 ^^^^",
        "  Begin its doc comment with a sentence that says what it does and when to use it.",
        "",
        "1 error; nothing was written.",
        "",
      ].join("\n"),
    );
  });

  it("gives findings as JSON on standard output, notes included, and nothing else", async () => {
    const project = temporaryProject({ "src/a.ts": silent });
    const { code, out, err } = await project.run(["--format", "json", "--no-binding", "--out", "x.json"]);
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toMatchObject({
      diagnostics: [{ severity: "note", code: "RG101", file: "src/a.ts", line: 2, column: 17, tool: "ping" }],
    });
    expect(project.files()).toContain("x.json");
  });

  it("gives findings as workflow commands, below the repository's folder", async () => {
    const project = temporaryProject({ "packages/a/package.json": '{"type":"module"}', "packages/a/src/a.ts": silent });
    const { out } = await project.run(["--strict", "--format", "github"], {
      cwd: join(project.root, "packages/a"),
      env: { GITHUB_WORKSPACE: project.root },
    });
    expect(out).toMatch(/^::error file=packages\/a\/src\/a\.ts,line=2,/);
  });

  it.each([
    ["src/runa.tools.json", []],
    ["src/runa.tools.ts", []],
    ["src/runa.tools.json", ["--check"]],
    ["src/runa.tools.ts", ["--check"]],
  ])("says that %s is a folder, run with %j, and exits with 1", async (file, words) => {
    const project = temporaryProject(sources);
    await project.run([]);
    project.remove(file);
    project.write(`${file}/a.txt`, "");
    const { code, out } = await project.run(words);
    expect(code).toBe(1);
    expect(out).toContain(`error RG415 unreadable-output: ${file} cannot be read: EISDIR`);
  });

  it("checks, naming tool and change, and exits with 1 (A20)", async () => {
    const project = temporaryProject(sources);
    await project.run([]);
    expect(await project.run(["--check"])).toMatchObject({ code: 0 });
    project.write("src/tools/weather.ts", sources["src/tools/weather.ts"].replaceAll("city", "town"));
    const { code, out } = await project.run(["--check"]);
    expect(code).toBe(1);
    expect(out).toContain('error RG403 out-of-date: The tool "getWeather" is not as src/runa.tools.json says:');
    expect(out).toContain('- parameter "city" removed');
  });

  it("takes options from a config, and those of the command line before them", async () => {
    const config = '{ "entries": ["lib/*.ts"], "out": "out/tools.json", "binding": false, "strict": true }';
    const project = temporaryProject({ "lib/a.ts": silent, "lib/sub/b.ts": silent, "runa.config.json": config });
    expect(await project.run([])).toMatchObject({ code: 1 });
    expect(await project.run(["--no-strict"])).toMatchObject({ code: 0 });
    expect(project.files()).toContain("out/tools.json");
    expect(project.files()).not.toContain("out/tools.ts");
  });

  it.each<[string, Record<string, string>, string]>([
    ["an unknown key", { "runa.config.json": '{ "entris": [] }' }, 'unknown key "entris". Did you mean "entries"?'],
    [
      "a wrong value",
      { "package.json": '{ "runa": { "strict": "yes" } }' },
      '"strict" in "runa" in package.json must be true or false, not "yes".',
    ],
    ["two configs", { "package.json": '{ "runa": {} }', "runa.config.json": "{}" }, "Keep one of them."],
    ["broken JSON", { "runa.config.json": "{ entries: [] }" }, "runa.config.json is not JSON"],
    ["no object", { "runa.config.json": "[]" }, "must be an object"],
  ])("refuses a config with %s and exits with 2", async (_name, files, message) => {
    const { code, err, out } = await temporaryProject({ ...sources, ...files }).run([]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
    expect(err).not.toContain("Usage");
  });

  it("shows the usage for a wrong use only, on standard error", async () => {
    const project = temporaryProject({});
    expect(await project.run(["--frobnicate"])).toEqual({
      code: 2,
      out: "",
      err: "runa-gen: There is no option --frobnicate.\nUsage: runa-gen [entries...] [options]; `runa-gen --help` explains them.\n",
    });
    expect((await project.run(["--help"])).out).toMatch(/Exit codes\n {2}0 /);
  });

  it("names the types that are taken as schemas, and counts them (I18)", async () => {
    const project = temporaryProject({ "src/ticket.ts": "/** @schema */\nexport interface Ticket { id: string }\n" });
    expect((await project.run(["list"])).out).toContain("\nschemas: Ticket\n");
    expect((await project.run([])).out).toContain("Wrote src/runa.tools.json, src/runa.tools.ts (0 tools, 1 schema).");
    expect((await project.run([])).out).toContain("up to date (0 tools, 1 schema).");
  });

  it("lists the tools of the sources", async () => {
    const { code, out } = await temporaryProject(sources).run(["list"]);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        "tool        parameters   description                          file                  thread",
        "getWeather  city, unit?  Get the current weather for a city.  src/tools/weather.ts  main",
        "",
      ].join("\n"),
    );
  });

  it("lints without writing, with every note", async () => {
    const project = temporaryProject(sources);
    const { code, out } = await project.run(["lint"]);
    expect(code).toBe(0);
    expect(out).toContain("note RG103");
    expect(project.files()).not.toContain("src/runa.tools.json");
  });

  it("tells a breaking change for a model from one that is not", async () => {
    const project = temporaryProject(sources);
    expect(await project.run(["diff"])).toMatchObject({ code: 2, err: expect.stringContaining("cannot be read") });
    await project.run([]);
    expect(await project.run(["diff"])).toEqual({ code: 0, out: "Nothing changed for a model.\n", err: "" });
    project.write("old.json", project.read("src/runa.tools.json"));
    project.write("src/tools/weather.ts", sources["src/tools/weather.ts"].replace("Get the", "Look up the"));
    expect(await project.run(["diff"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("1 change, none breaking."),
    });
    project.write("src/tools/weather.ts", sources["src/tools/weather.ts"].replace("unit?: string", "unit: string"));
    await project.run([]);
    expect(await project.run(["diff", "--against", "old.json"])).toEqual({
      code: 1,
      err: "",
      out: 'getWeather\n  parameter "unit" is now required (breaking)\n\n1 change, 1 breaking.\n',
    });
  });

  it("says at the tool what a target cannot carry (A17)", async () => {
    const keep = (type: string): string =>
      `/** Keep.\n * @tool\n * @param value V */\nexport function keep(value: ${type}): void { void value; }\n`;
    const project = temporaryProject({ "src/a.ts": keep("unknown") });
    const lint = (...words: readonly string[]) => project.run(["lint", ...words]);
    expect((await lint("--target", "gemini")).out).not.toContain("RG50");
    const { code, out } = await lint("--target", "gemini,openai-strict");
    expect(code).toBe(0);
    expect(out).toContain(
      'src/a.ts:4:17 warning RG501 not-in-dialect: "keep" cannot be sent as openai-strict, at /properties/value: a value of any type.',
    );
    expect((await lint("--target", "openai-strict", "--strict")).code).toBe(1);
    project.write("src/a.ts", keep("Uint8Array"));
    expect((await lint("--target", "openai-strict")).out).toContain("note RG503");
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal type, as text
    project.write("src/a.ts", keep("`v${number}.${number}`"));
    expect((await lint("--target", "gemini")).out).toContain("warning RG502");
  });

  it("exports definitions as requests need them, and nothing else on standard output", async () => {
    const project = temporaryProject(sources);
    const exported = async (format: string): Promise<unknown> =>
      JSON.parse((await project.run(["export", "--format", format])).out);
    expect(await exported("openai-strict")).toMatchObject([
      { type: "function", function: { name: "getWeather", strict: true, parameters: { required: ["city", "unit"] } } },
    ]);
    expect(await exported("openai-responses")).toMatchObject([{ type: "function", name: "getWeather", strict: false }]);
    expect(await exported("anthropic")).toMatchObject([{ name: "getWeather", input_schema: { required: ["city"] } }]);
    expect(await exported("gemini")).toMatchObject([{ functionDeclarations: [{ name: "getWeather" }] }]);
    expect(await exported("mcp")).toMatchObject([{ name: "getWeather", inputSchema: { type: "object" } }]);
    expect(project.files()).not.toContain("src/runa.tools.json");
  });

  it("colours where a person reads along, unless asked not to", async () => {
    const project = temporaryProject({ "src/a.ts": silent });
    const isColored = async (env: Record<string, string>, isInteractive: boolean): Promise<boolean> =>
      (await project.run(["--strict"], { env, isInteractive })).out.includes("\u001b[");
    expect(await isColored({}, true)).toBe(true);
    expect(await isColored({}, false)).toBe(false);
    expect(await isColored({ NO_COLOR: "1" }, true)).toBe(false);
    expect(await isColored({ FORCE_COLOR: "1" }, false)).toBe(true);
  });

  it("writes again on every change while it watches, in one line", async () => {
    const project = temporaryProject(sources);
    const ending = new AbortController();
    const lines: string[] = [];
    let onLine: () => void = () => undefined;
    const nextLine = (wanted: string): Promise<void> =>
      new Promise((resolve) => {
        onLine = () => {
          if (lines.some((line) => line.includes(wanted))) resolve();
        };
        onLine();
      });
    const out = (text: string): void => {
      lines.push(text);
      onLine();
    };
    const running = project.run(["--watch"], { signal: ending.signal, out });
    await nextLine("Watching: wrote src/runa.tools.json, src/runa.tools.ts (1 tool).");
    await new Promise((resolve) => setTimeout(resolve, 300));
    project.write("src/tools/ping.ts", silent);
    await nextLine("src/tools/ping.ts: wrote src/runa.tools.json, src/runa.tools.ts (2 tools).");
    ending.abort();
    expect((await running).code).toBe(0);
  });
});

describe("the command in a process of its own", () => {
  const bin = fileURLToPath(new URL("../bin/runa-gen.js", import.meta.url));

  it("hands on exit codes and streams", () => {
    const project = temporaryProject(sources);
    const first = spawnSync(process.execPath, [bin, "--format", "json"], { cwd: project.root, encoding: "utf8" });
    expect([first.status, first.stderr]).toEqual([0, ""]);
    expect(JSON.parse(first.stdout)).toMatchObject({ diagnostics: [{ code: "RG103" }] });
    const wrong = spawnSync(process.execPath, [bin, "--frobnicate"], { cwd: project.root, encoding: "utf8" });
    expect([wrong.status, wrong.stdout]).toEqual([2, ""]);
    project.write("src/bad.ts", "/** @tool two words */\nexport function bad(): void {}\n");
    expect(spawnSync(process.execPath, [bin, "--check"], { cwd: project.root }).status).toBe(1);
  });

  it("never runs the code of the project (L7)", () => {
    const project = temporaryProject({ "src/a.ts": `${silent}throw new Error("I was run");\n` });
    mkdirSync(join(project.root, "node_modules"));
    expect(execFileSync(process.execPath, [bin], { cwd: project.root, encoding: "utf8" })).toContain("Wrote");
  });
});
