import { DIALECTS } from "@runa/runtime/manifest";
import { describe, expect, it } from "vitest";
import { TARGETS } from "../manifest/dialect-names.ts";
import { parseCommandLine } from "./command-line.ts";

const nothing = { entries: [], format: "pretty", cache: true, notes: false };

it("takes every dialect for a target", () => {
  expect(TARGETS).toEqual(DIALECTS);
});

describe("parseCommandLine", () => {
  it.each<[string, string, object]>([
    ["nothing at all", "", nothing],
    [
      "the call of the conformance corpus",
      "a.ts b.ts --project tsconfig.json --out /tmp/manifest.json --no-binding --format json",
      {
        ...nothing,
        entries: ["a.ts", "b.ts"],
        project: "tsconfig.json",
        out: "/tmp/manifest.json",
        binding: false,
        format: "json",
      },
    ],
    [
      "the rest",
      "--strict --no-cache --notes --import-extension .js --max-tokens=900",
      {
        ...nothing,
        strict: true,
        cache: false,
        notes: true,
        importExtension: "js",
        maxTokens: 900,
      },
    ],
  ])("reads %s", (_name, words, options) => {
    const line = parseCommandLine(words.split(" ").filter(Boolean));
    expect(line).toEqual({ kind: "run", command: "generate", options });
  });

  it.each([
    ["--check", "check"],
    ["--watch", "watch"],
    ["list", "list"],
    ["lint src", "lint"],
    ["diff --against old.json", "diff"],
    ["export --format openai --target gemini,mcp", "export"],
  ])("takes %s for the command %s", (words, command) => {
    expect(parseCommandLine(words.split(" "))).toMatchObject({ kind: "run", command });
  });

  it.each([["src"], ["list.ts"], ["./lst"]])("takes %s for an entry", (word) => {
    expect(parseCommandLine([word])).toMatchObject({ kind: "run", options: { entries: [word] } });
  });

  it("takes a folder for an entry, whatever command its name is close to", () => {
    const line = parseCommandLine(["dist"], (entry) => entry === "dist");
    expect(line).toMatchObject({ kind: "run", options: { entries: ["dist"] } });
  });

  it.each([
    ["--outt x.json", "There is no option --outt. Did you mean --out?"],
    ["--no-bindings", "There is no option --no-bindings. Did you mean --no-binding?"],
    ["--xyz", "There is no option --xyz."],
    ["--out", "Option '--out <value>' argument missing"],
    ["--out tools.ts", '--out names the manifest, a .json file, not "tools.ts".'],
    ["--format xml", '--format is one of pretty, github, json, not "xml".'],
    ["--import-extension mjs", '--import-extension is one of ts, js, none, not "mjs".'],
    ["--max-tokens few", '--max-tokens takes a whole number above zero, not "few".'],
    ["--check --watch", "--check and --watch exclude each other"],
    ["list --check", '--check does not go with "list".'],
    ["diff --format json", '--format json is for findings; "diff" prints for people.'],
    [
      "--target openai,gemni",
      '--target is one of openai, openai-strict, anthropic, anthropic-strict, gemini, mcp, llamacpp, ollama, not "gemni".',
    ],
    ["export", "export needs --format, one of openai,"],
    ["export --format xml", "--format of export is one of openai,"],
    ["lst", 'There is no file "lst". Did you mean the command list?'],
    ["Lint src", 'There is no file "Lint". Did you mean the command lint?'],
    ["check", 'There is no file "check". Did you mean --check?'],
    ["--against old.json", '--against goes with "diff" only.'],
  ])("refuses %s", (words, message) => {
    expect(parseCommandLine(words.split(" "))).toEqual({
      kind: "wrong-use",
      message: expect.stringContaining(message),
    });
  });
});
