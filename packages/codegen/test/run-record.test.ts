import { mkdirSync, readdirSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { findUnchangedRun, type RunKey, rememberRun } from "../src/cache/run-record.ts";
import { type TemporaryProject, temporaryProject } from "./support/temporary-project.ts";

let project: TemporaryProject;
let key: RunKey;

const LONG_AGO = 1_000_000;

function write(file: string, text: string): void {
  project.write(file, text);
  utimesSync(join(project.root, file), LONG_AGO, LONG_AGO);
}

/** By default a moment after the files were written: the clock counts whole milliseconds, the file system parts of them. */
function remember(startedAt = Date.now() + 1): void {
  rememberRun(key, {
    startedAt,
    inputs: ["src/a.ts", "package.json", "tsconfig.json"].map((file) => join(project.root, file)),
    outputs: [join(project.root, "src/runa.tools.json")],
    diagnostics: [{ severity: "warning", code: "RG412", message: "Nothing here." }],
    contents: "3 tools",
  });
}

beforeEach(() => {
  project = temporaryProject({
    "src/a.ts": "export {};",
    "src/runa.tools.json": "{}",
    "node_modules/x/index.d.ts": "",
  });
  for (const file of ["package.json", "tsconfig.json", "src/a.ts"])
    utimesSync(join(project.root, file), LONG_AGO, LONG_AGO);
  key = {
    root: project.root,
    manifestFile: join(project.root, "src/runa.tools.json"),
    options: "[]",
    entryFolders: [],
  };
  remember();
});

it("knows a run that nothing has changed since, with what it said", () => {
  expect(findUnchangedRun(key)).toMatchObject({ contents: "3 tools", diagnostics: [{ code: "RG412" }] });
});

it.each<[string, () => void]>([
  ["other content of an input, at the same size and time", () => write("src/a.ts", "import {}")],
  ["an input that is gone", () => project.remove("src/a.ts")],
  ["an output that was edited", () => project.write("src/runa.tools.json", "{ }")],
  ["an output that is gone", () => project.remove("src/runa.tools.json")],
  ["a new source file, which a glob may match", () => project.write("src/deep/new.ts", "")],
  ["a new declaration file", () => project.write("types/globals.d.ts", "")],
  [
    "a source file behind a link to a folder",
    () => {
      mkdirSync(join(project.root, "node_modules/real"));
      project.write("node_modules/real/b.ts", "");
      symlinkSync("../node_modules/real", join(project.root, "src/linked"));
    },
  ],
  [
    "other options",
    () => {
      key = { ...key, options: '["strict"]' };
    },
  ],
  [
    "another manifest",
    () => {
      key = { ...key, manifestFile: join(project.root, "other.json") };
    },
  ],
])("sees %s", (_name, change) => {
  change();
  expect(findUnchangedRun(key)).toBeUndefined();
});

it.each<[string, () => void]>([
  ["a time of change", () => utimesSync(join(project.root, "src/a.ts"), 5, 5)],
  ["a file that is no source", () => project.write("src/notes.md", "")],
  [
    "a file in node_modules, where the record of the installation decides",
    () => project.write("node_modules/y/index.d.ts", ""),
  ],
  ["links in a circle", () => symlinkSync("..", join(project.root, "src/round"))],
])("is not misled by %s", (_name, change) => {
  change();
  expect(findUnchangedRun(key)).toBeDefined();
});

it("sees that packages were installed", () => {
  write("node_modules/.package-lock.json", "{}");
  remember();
  expect(findUnchangedRun(key)).toBeDefined();
  write("node_modules/.package-lock.json", '{ "packages": {} }');
  expect(findUnchangedRun(key)).toBeUndefined();
});

it("keeps nothing of a run during which an input was saved", () => {
  key = { ...key, options: "[1]" };
  project.write("src/a.ts", "export {};");
  remember(Date.now() - 60_000);
  expect(findUnchangedRun(key)).toBeUndefined();
});

it("keeps nothing of a run during which an input was moved into place, with its old time of change", () => {
  key = { ...key, options: "[1]" };
  write("src/a.ts", "export {};");
  remember(Date.now() - 60_000);
  expect(findUnchangedRun(key)).toBeUndefined();
});

it("takes a damaged record for none", () => {
  const folder = join(project.root, "node_modules/.cache/runa");
  for (const name of readdirSync(folder)) project.write(join("node_modules/.cache/runa", name), "{");
  expect(findUnchangedRun(key)).toBeUndefined();
});

it("does without where there is no node_modules", () => {
  const elsewhere = temporaryProject({});
  const other = { ...key, root: elsewhere.root, manifestFile: join(elsewhere.root, "runa.tools.json") };
  rememberRun(other, { startedAt: Date.now(), inputs: [], outputs: [], diagnostics: [], contents: "0 tools" });
  expect(findUnchangedRun(other)).toBeUndefined();
  expect(elsewhere.files()).toEqual(["package.json", "tsconfig.json"]);
});
