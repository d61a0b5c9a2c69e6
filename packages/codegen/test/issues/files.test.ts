/** What `--check` sees of the files on disk, and what it leaves alone: R31, R35, R37, R38. */
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SMALL_TSCONFIG, type TemporaryProject, temporaryProject } from "../support/temporary-project.ts";

const manifestFile = "src/runa.tools.json";
const bindingFile = "src/runa.tools.ts";

function tool(name: string): string {
  return `/**\n * Use ${name}.\n * @tool\n * @param isbn Which\n */\nexport async function ${name}(isbn: string): Promise<void> {}\n`;
}

async function generated(): Promise<TemporaryProject> {
  const project = temporaryProject({
    "src/find.ts": tool("find"),
    "src/lend.ts": tool("lend"),
    "tsconfig.json": SMALL_TSCONFIG,
  });
  expect(await project.run([])).toMatchObject({ code: 0 });
  return project;
}

function change(project: TemporaryProject, file: string, edit: (text: string) => string): void {
  const before = project.read(file);
  const after = edit(before);
  expect(after).not.toBe(before);
  project.write(file, after);
}

const toCrlf = (text: string): string => text.replaceAll("\n", "\r\n");

describe("line ends, marks and formatters make no drift (R35, R38)", () => {
  it.each<[string, (project: TemporaryProject) => void]>([
    ["a manifest with CRLF", (project) => change(project, manifestFile, toCrlf)],
    ["a binding with CRLF", (project) => change(project, bindingFile, toCrlf)],
    ["sources with CRLF", (project) => change(project, "src/find.ts", toCrlf)],
    [
      "everything with CRLF, and a byte order mark",
      (project) => {
        for (const file of [manifestFile, bindingFile, "src/find.ts", "src/lend.ts"])
          change(project, file, (text) => `\uFEFF${toCrlf(text)}`);
      },
    ],
    ["a manifest on one line", (project) => change(project, manifestFile, (text) => JSON.stringify(JSON.parse(text)))],
    [
      "a manifest with tabs",
      (project) => change(project, manifestFile, (text) => JSON.stringify(JSON.parse(text), null, "\t")),
    ],
    ["a manifest without its last line end", (project) => change(project, manifestFile, (text) => text.trimEnd())],
    [
      "a binding without semicolons, of another indentation",
      (project) => change(project, bindingFile, (text) => text.replaceAll(";\n", "\n").replaceAll("\n  ", "\n\t")),
    ],
  ])("%s", async (_name, spoil) => {
    const project = await generated();
    spoil(project);
    expect(await project.run(["--check", "--no-cache"])).toMatchObject({ code: 0 });
  });

  it("and what is written has LF on every system", async () => {
    const project = await generated();
    for (const file of [manifestFile, bindingFile, "src/find.ts"]) change(project, file, toCrlf);
    change(project, "src/lend.ts", (text) => text.replace("Use lend", "Lend"));
    expect(await project.run([])).toMatchObject({ code: 0 });
    expect(project.read(manifestFile) + project.read(bindingFile)).not.toContain("\r");
  });
});

describe("--check sees what is not as it should be, and names it (R37, R38)", () => {
  it.each<[string, (project: TemporaryProject) => void, string, RegExp]>([
    ["a tool that is gone", (project) => project.remove("src/lend.ts"), "RG405", /lend/],
    [
      "a tool that was renamed",
      (project) => change(project, "src/lend.ts", (text) => text.replaceAll("lend", "borrow")),
      "RG405",
      /lend/,
    ],
    ["a tool that is new", (project) => project.write("src/buy.ts", tool("buy")), "RG404", /buy/],
    [
      "a parameter that was renamed",
      (project) => change(project, "src/lend.ts", (text) => text.replaceAll("isbn", "book")),
      "RG403",
      /lend[\s\S]*isbn/,
    ],
    [
      "a text edited by hand",
      (project) => change(project, manifestFile, (text) => text.replace("Use find.", "Find it.")),
      "RG403",
      /find/,
    ],
    [
      "a type edited by hand",
      (project) => change(project, manifestFile, (text) => text.replace('"type": "string"', '"type": "number"')),
      "RG403",
      /find/,
    ],
    [
      "a tool taken out by hand",
      (project) =>
        change(project, manifestFile, (text) => {
          const manifest = JSON.parse(text);
          return JSON.stringify({ ...manifest, tools: manifest.tools.slice(1) });
        }),
      "RG404",
      /find/,
    ],
    ["a manifest that is missing", (project) => project.remove(manifestFile), "RG401", /runa\.tools\.json/],
    ["a binding that is missing", (project) => project.remove(bindingFile), "RG401", /runa\.tools\.ts/],
    [
      "a binding edited by hand",
      (project) => change(project, bindingFile, (text) => text.replace("bindTools(", "bindNothing(")),
      "RG407",
      /runa\.tools\.ts/,
    ],
    ["a manifest that is no JSON", (project) => project.write(manifestFile, "{"), "RG402", /runa\.tools\.json/],
  ])("%s", async (_name, spoil, code, named) => {
    const project = await generated();
    spoil(project);
    const result = await project.run(["--check", "--no-cache", "--format", "json"]);
    expect(result.code).toBe(1);
    const { diagnostics } = JSON.parse(result.out) as { diagnostics: { code: string; message: string }[] };
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    expect(diagnostics.find((diagnostic) => diagnostic.code === code)?.message).toMatch(named);
  });
});

describe("--check writes nothing (R38)", () => {
  it.each<[string, (project: TemporaryProject) => void, number]>([
    ["where all is in order", () => undefined, 0],
    ["where something is not", (project) => project.remove("src/lend.ts"), 1],
  ])("%s, in a checkout that cannot be written to", async (_name, spoil, code) => {
    const project = await generated();
    spoil(project);
    const before = states(project);
    const folders = ["src", "."].map((folder) => join(project.root, folder));
    for (const folder of folders) chmodSync(folder, 0o555);
    try {
      expect(await project.run(["--check"])).toMatchObject({ code });
    } finally {
      for (const folder of folders) chmodSync(folder, 0o755);
    }
    expect(states(project)).toEqual(before);
  });
});

describe("generating removes what it wrote and nothing else (R37)", () => {
  it("drops a tool from the manifest and the binding, and leaves files of others alone", async () => {
    const project = await generated();
    project.remove("src/lend.ts");
    project.write("src/lend.json", '{ "mine": true }\n');
    project.write("src/runa.tools.md", "mine\n");
    expect(await project.run([])).toMatchObject({ code: 0 });
    expect(project.read(manifestFile) + project.read(bindingFile)).not.toContain("lend");
    expect(project.files()).toEqual(expect.arrayContaining(["src/lend.json", "src/runa.tools.md"]));
    expect(await project.run(["--check"])).toMatchObject({ code: 0 });
  });
});

it("missing texts are listed by --check, and fail it where that is asked for (R31)", async () => {
  const project = temporaryProject({
    "src/a.ts": "/** Start.\n * @tool */\nexport async function start(dry: boolean): Promise<void> {}\n",
  });
  await project.run([]);
  expect(await project.run(["--check"])).toMatchObject({ code: 0 });
  const strict = await project.run(["--check", "--strict"]);
  expect(strict.code).toBe(1);
  expect(strict.out).toContain("start.dry");
});

/** Every entry with the time of its last change. */
function states(project: TemporaryProject): readonly string[] {
  return readdirSync(project.root, { recursive: true, encoding: "utf8" })
    .map((file) => `${file} ${statSync(join(project.root, file)).mtimeMs}`)
    .sort();
}
