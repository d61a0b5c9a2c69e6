/** RG4xx: manifest, binding, drift. */
import { type CodeEntry, code } from "../code-table.ts";

interface OutputCodes {
  readonly "missing-output": CodeEntry<{ readonly file: string }>;
  readonly "unreadable-manifest": CodeEntry<{ readonly file: string; readonly problem: string }>;
  readonly "out-of-date": CodeEntry<{
    readonly kind: "tool" | "schema";
    readonly name: string;
    readonly file: string;
    readonly changes: readonly string[];
  }>;
  readonly "not-in-manifest": CodeEntry<{
    readonly kind: "tool" | "schema";
    readonly name: string;
    readonly file: string;
  }>;
  readonly "no-longer-there": CodeEntry<{
    readonly kind: "tool" | "schema";
    readonly name: string;
    readonly file: string;
    readonly module?: string;
  }>;
  readonly "other-order": CodeEntry<{ readonly file: string; readonly change: string }>;
  readonly "binding-out-of-date": CodeEntry<{
    readonly file: string;
    readonly expected: string;
    readonly found: string;
  }>;
  readonly "left-over-output": CodeEntry<{ readonly file: string }>;
  readonly "not-our-file": CodeEntry<{ readonly file: string }>;
  readonly "output-not-written": CodeEntry<{ readonly file: string; readonly reason: string }>;
  readonly "commonjs-project": CodeEntry<{ readonly file: string; readonly manifest: string }>;
  readonly "misread-module": CodeEntry<{ readonly module: string; readonly manifest: string }>;
  readonly "unreadable-output": CodeEntry<{ readonly file: string; readonly reason: string }>;
  readonly "unreadable-source": CodeEntry<{ readonly file: string; readonly reason: string }>;
  readonly "no-tools": CodeEntry<{ readonly files: number }>;
  readonly "over-budget": CodeEntry<{
    readonly estimate: number;
    readonly limit: number;
    readonly largest: readonly { readonly name: string; readonly tokens: number }[];
  }>;
}

const REGENERATE = "Run `runa-gen` and commit what it writes.";

const taggedAs = { tool: "function is tagged as that tool", schema: "type is tagged as that schema" } as const;

export const outputsCodes: OutputCodes = {
  "missing-output": code({
    code: "RG401",
    severity: "error",
    summary: "`--check` found a generated file missing.",
    isSituation: true,
    example: "// runa-gen --check, where src/runa.tools.json was never written",
    message: ({ file }) => `${file} does not exist.`,
    fix: () => REGENERATE,
  }),
  "unreadable-manifest": code({
    code: "RG402",
    severity: "error",
    summary: "The manifest on disk cannot be compared with the sources: it is damaged, or of another format version.",
    isSituation: true,
    example: "// runa-gen --check, where src/runa.tools.json has the markers of a merge conflict",
    message: ({ file, problem }) => `${file} ${problem}.`,
    fix: () => REGENERATE,
  }),
  "out-of-date": code({
    code: "RG403",
    severity: "error",
    summary:
      "A tool or schema is not as the manifest says: its source was changed, or the manifest was edited by hand.",
    isSituation: true,
    example: "// runa-gen --check, after the parameter `unit` was removed from a tool",
    message: ({ kind, name, file, changes }) => {
      const [only, ...more] = changes;
      const list = more.length === 0 ? ` ${only}.` : `\n${changes.map((change) => `- ${change}`).join("\n")}`;
      return `The ${kind} "${name}" is not as ${file} says:${list}`;
    },
    fix: () => REGENERATE,
  }),
  "not-in-manifest": code({
    code: "RG404",
    severity: "error",
    summary: "A tool or schema was added, and the manifest does not have it yet.",
    isSituation: true,
    example: "// runa-gen --check, after a function was tagged @tool",
    message: ({ kind, name, file }) => `The ${kind} "${name}" is not in ${file}.`,
    fix: () => REGENERATE,
  }),
  "no-longer-there": code({
    code: "RG405",
    severity: "error",
    summary: "The manifest has a tool or schema that the sources no longer have.",
    isSituation: true,
    example: "// runa-gen --check, after a tool was renamed or deleted",
    message: ({ kind, name, file, module }) =>
      `The ${kind} "${name}" is in ${file}, but no ${taggedAs[kind]}${module === undefined ? "" : ` (it was in ${module})`}.`,
    fix: () => REGENERATE,
  }),
  "other-order": code({
    code: "RG406",
    severity: "error",
    summary: "The manifest has the same tools in another order.",
    isSituation: true,
    example: "// runa-gen --check, after two tools of a file changed places",
    message: ({ file, change }) => `${file} is out of date: ${change}.`,
    fix: () => REGENERATE,
  }),
  "binding-out-of-date": code({
    code: "RG407",
    severity: "error",
    summary: "The binding is not what `runa-gen` would write: it was edited by hand, or written by another version.",
    isSituation: true,
    example: "// runa-gen --check, after src/runa.tools.ts was edited",
    message: ({ file, expected, found }) =>
      `${file} is out of date: where it has \`${found}\`, \`${expected}\` would be written.`,
    fix: () => REGENERATE,
  }),
  "left-over-output": code({
    code: "RG408",
    severity: "error",
    summary: "A file that an earlier run wrote is not among what would be written now.",
    isSituation: true,
    example: "// runa-gen --check --no-binding, where src/runa.tools.ts still stands beside the manifest",
    message: ({ file }) => `${file} is left over from an earlier run.`,
    fix: () => "Run `runa-gen`: it removes what it wrote and no longer needs.",
  }),
  "not-our-file": code({
    code: "RG409",
    severity: "error",
    summary: "An output would replace a file that `runa-gen` did not write.",
    isSituation: true,
    example: "// runa-gen --out src/weather.json, where src/weather.ts holds the tools themselves",
    message: ({ file }) => `${file} was not written by runa-gen, so it is not replaced.`,
    fix: () => "Choose another name with `--out`, or move that file away.",
  }),
  "output-not-written": code({
    code: "RG410",
    severity: "error",
    summary: "A generated file could not be written.",
    isSituation: true,
    example: "// runa-gen, in a folder that is read-only",
    message: ({ file, reason }) => `${file} could not be written: ${reason}.`,
    fix: () => "Make its folder writable, or name another place with `--out`.",
  }),
  "commonjs-project": code({
    code: "RG411",
    severity: "error",
    summary: "The binding would be compiled to CommonJS, where it cannot work: it needs `import.meta`.",
    isSituation: true,
    example: '// runa-gen, where tsconfig.json says "module": "commonjs"',
    message: ({ file }) => `${file} would be a CommonJS module, but it needs \`import.meta\`.`,
    fix: ({ manifest }) =>
      `Set "type": "module" in package.json and "module": "nodenext" in tsconfig.json; or write no binding (\`--no-binding\`) and call \`await loadTools("${manifest}")\`.`,
  }),
  "no-tools": code({
    code: "RG412",
    severity: "warning",
    strict: "error",
    summary: "None of the files that were read has a tool.",
    example: "export function helper(text: string): string { return text; }",
    message: ({ files }) =>
      files === 0 ? "No file was found to look for tools in." : `No tool was found in ${count(files, "file")}.`,
    fix: () =>
      "Write `@tool` in the doc comment of an exported function. Other files are named as arguments, or in `entries` of runa.config.json.",
  }),
  "over-budget": code({
    code: "RG413",
    severity: "error",
    summary: "The definitions of all tools are larger than `--max-tokens` allows.",
    example:
      "// runa-gen --max-tokens 10\n/** Tell the time in a place, as people there write it.\n * @tool\n * @param zone Where */\nexport function now(zone: string): void {}",
    message: ({ estimate, limit, largest }) => {
      const list = largest.map(({ name, tokens }) => `${name} ${tokens}`).join(", ");
      return `The definitions take about ${estimate} tokens of every request, over the budget of ${limit}. The largest: ${list}.`;
    },
    fix: () => "Shorten descriptions, give agents fewer tools each, or raise `--max-tokens`.",
  }),
  "misread-module": code({
    code: "RG414",
    severity: "error",
    summary:
      "The path of a module has a `#`, `?` or `%`: Node reads an import as a URL and TypeScript as a path, so none suits both.",
    example:
      "// src/a#b.ts\n/** Tell the time in a place.\n * @tool\n * @param zone Where */\nexport function now(zone: string): void {}",
    message: ({ module }) =>
      `The binding cannot import ${module}: Node reads "#", "?" and "%" in an import as parts of a URL, TypeScript as parts of a name.`,
    fix: ({ manifest }) =>
      `Rename the file or folder; or write no binding (\`--no-binding\`) and call \`await loadTools("${manifest}")\`.`,
  }),
  "unreadable-output": code({
    code: "RG415",
    severity: "error",
    summary: "What stands where an output belongs cannot be read: a folder, or a file that is closed to us.",
    isSituation: true,
    example: "// runa-gen, where src/runa.tools.json is a folder",
    message: ({ file, reason }) => `${file} cannot be read: ${reason}.`,
    fix: () => "Move it away or make it readable, or name another place with `--out`.",
  }),
  "unreadable-source": code({
    code: "RG416",
    severity: "error",
    summary: "A source file cannot be read.",
    isSituation: true,
    example: "// runa-gen, where src/tools.ts is closed to the user",
    message: ({ file, reason }) => `${file} cannot be read: ${reason}.`,
    fix: () => "Make it readable, or leave it out of the entries and of the tsconfig.",
  }),
};

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
