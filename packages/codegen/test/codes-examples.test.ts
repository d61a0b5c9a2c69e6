/** Every example of the table of codes gives its code and no other: what the page of codes prints is true. */
import { describe, expect, it } from "vitest";
import type { CodeEntry } from "../src/diagnostics/code-table.ts";
import { CODES } from "../src/diagnostics/codes.ts";
import { writeProject } from "./support/disk-project.ts";
import { runIn, SMALL_TSCONFIG, type TemporaryProject, temporaryProject } from "./support/temporary-project.ts";

type Example = Pick<CodeEntry<never>, "code" | "severity" | "example" | "isSituation">;

const entries: readonly Example[] = Object.values(CODES);

describe("an example is a source that gives its code, and no other warning or error", () => {
  it.each(entries.filter(({ isSituation }) => !isSituation))("$code", async ({ code, severity, example }) => {
    const { files, words } = readExample(example);
    const found = await codesFrom((all) => runIn(writeProject(files), all), words);
    const wanted = severity === "note" ? found.notes : found.others;
    expect([...wanted].filter((each) => each === code || !COMMON_NOTES.includes(each))).toEqual([code]);
    if (severity === "note") expect([...found.others]).toEqual([]);
  });
});

/** Notes that small sources give beside what they are meant to show. */
const COMMON_NOTES = ["RG101", "RG103", "RG153", "RG302"];

async function codesFrom(
  run: (words: readonly string[]) => Promise<{ readonly out: string }>,
  words: readonly string[],
): Promise<{ readonly notes: ReadonlySet<string>; readonly others: ReadonlySet<string> }> {
  const { diagnostics } = JSON.parse((await run([...words, "--format", "json"])).out) as {
    diagnostics: { code: string; severity: string }[];
  };
  const codesOf = (isNote: boolean): ReadonlySet<string> =>
    new Set(diagnostics.filter(({ severity }) => (severity === "note") === isNote).map(({ code }) => code));
  return { notes: codesOf(true), others: codesOf(false) };
}

function readExample(example: string): { readonly files: Record<string, string>; readonly words: readonly string[] } {
  const files: Record<string, string> = {};
  let words: readonly string[] = [];
  let file = "src/tools.ts";
  for (const line of example.split("\n")) {
    const command = /^\/\/ runa-gen (.*)/.exec(line)?.[1];
    const name = /^\/\/ (\S+\.(?:ts|json))$/.exec(line)?.[1];
    if (command !== undefined) words = command.split(" ");
    else if (name !== undefined) file = name;
    else files[file] = `${files[file] ?? ""}${line}\n`;
  }
  return { files, words };
}

const TOOL =
  "/** Tell the time.\n * @tool\n * @param zone Where\n * @param unit In what */\nexport async function now(zone: string, unit?: string): Promise<void> {}\n";
const OTHER =
  "/** Ring.\n * @tool\n * @param bell Which */\nexport async function ring(bell: number): Promise<void> {}\n";

interface Situation {
  readonly words: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** What happens after a first run. */
  readonly after?: (project: TemporaryProject) => void;
}

const SITUATIONS: Readonly<Record<string, Situation>> = {
  RG401: { words: ["--check"], after: (project) => project.remove("src/runa.tools.json") },
  RG402: {
    words: ["--check"],
    after: (project) => project.write("src/runa.tools.json", `<<<<<<< ours\n${project.read("src/runa.tools.json")}`),
  },
  RG403: {
    words: ["--check"],
    after: (project) =>
      project.write("src/a.ts", TOOL.replace(", unit?: string", "").replace(" * @param unit In what */", " */")),
  },
  RG404: { words: ["--check"], after: (project) => project.write("src/b.ts", OTHER) },
  RG405: { words: ["--check"], files: { "src/b.ts": OTHER }, after: (project) => project.remove("src/b.ts") },
  RG406: {
    words: ["--check"],
    files: { "src/a.ts": TOOL + OTHER },
    after: (project) => project.write("src/a.ts", OTHER + TOOL),
  },
  RG407: {
    words: ["--check"],
    after: (project) =>
      project.write("src/runa.tools.ts", project.read("src/runa.tools.ts").replace("bindTools(", "bindNothing(")),
  },
  RG408: { words: ["--check", "--no-binding"], after: () => undefined },
  RG409: { words: ["--out", "src/weather.json"], files: { "src/weather.ts": OTHER } },
  RG410: { words: ["--out", "blocked/tools.json"], files: { blocked: "a file" } },
  RG411: { words: [], files: { "package.json": "{}" } },
  RG415: { words: [], files: { "src/runa.tools.json/a.txt": "a folder" } },
  RG416: {
    words: [],
    files: { "tsconfig.json": '{ "files": ["src/a.ts", "folder.d.ts", "gone.d.ts"] }', "folder.d.ts/a.txt": "" },
  },
};

describe("a situation gives its code, and no other", () => {
  it("is one for every code that no source can show", () => {
    expect(Object.keys(SITUATIONS)).toEqual(entries.filter(({ isSituation }) => isSituation).map(({ code }) => code));
  });

  it.each(Object.entries(SITUATIONS))("%s", async (code, { words, files, after }) => {
    const project = temporaryProject({ "src/a.ts": TOOL, "tsconfig.json": SMALL_TSCONFIG, ...files });
    if (after) {
      expect(await project.run([])).toMatchObject({ code: 0 });
      after(project);
    }
    const { others } = await codesFrom((all) => project.run([...all, "--no-cache"]), words);
    expect([...others]).toEqual([code]);
  });
});
