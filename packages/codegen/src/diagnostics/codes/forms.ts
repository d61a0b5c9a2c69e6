/** RG14x to RG16x: what can be a tool, under which name, and with which parameter list. */
import { type CodeEntry, code } from "../code-table.ts";
import { listNames } from "../list-names.ts";

interface FormCodes {
  readonly "options-not-literal": CodeEntry<{ readonly tool: string; readonly option: string }>;
  readonly "entry-not-found": CodeEntry<{ readonly entry: string; readonly isGlob: boolean }>;
  readonly "not-exported": CodeEntry<{ readonly name: string; readonly tag: "@tool" | "@schema" | "tool()" }>;
  readonly "overloaded-tool": CodeEntry<{ readonly name: string; readonly count: number }>;
  readonly "not-a-tool": CodeEntry<{ readonly what: string }>;
  readonly "not-public": CodeEntry<{ readonly name: string; readonly how: "private" | "protected" }>;
  readonly "this-parameter": CodeEntry<{ readonly name: string; readonly type: string }>;
  readonly "tool-tag-words": CodeEntry<{ readonly text: string }>;
  readonly "tool-name": CodeEntry<{ readonly name: string }>;
  readonly "duplicate-tool": CodeEntry<{ readonly name: string; readonly first: string }>;
  readonly "unnamed-default": CodeEntry<{ readonly module: string }>;
  readonly "two-names": CodeEntry<{ readonly tag: string; readonly option: string }>;
  readonly "destructured-beside-others": CodeEntry<{
    readonly tool: string;
    readonly pattern: string;
    readonly others: readonly string[];
  }>;
  readonly "destructured-parameter": CodeEntry<{
    readonly tool: string;
    readonly pattern: string;
    readonly problem: "array pattern" | "rest parameter" | "union" | "index signature" | "no properties";
  }>;
  readonly "injected-parameters": CodeEntry<{
    readonly tool: string;
    readonly injected: readonly { readonly name: string; readonly inject: string }[];
    readonly ordinary: readonly string[];
  }>;
  readonly "unresolved-type": CodeEntry<{
    readonly tool: string;
    readonly name: string;
    readonly module: string | undefined;
  }>;
  readonly "duplicate-schema": CodeEntry<{ readonly name: string; readonly first: string }>;
  readonly "not-a-schema": CodeEntry<{ readonly what: string; readonly isGeneric?: boolean }>;
  readonly "thread-tag": CodeEntry<{ readonly tool: string; readonly text: string }>;
  readonly "tag-in-prose": CodeEntry<{ readonly line: string }>;
  readonly "misspelt-mark": CodeEntry<{
    readonly tag: string;
    readonly closest: string;
    readonly makes: "tool" | "schema";
  }>;
  readonly "unresolved-in-package": CodeEntry<{
    readonly tool: string;
    readonly packageName: string;
    /** Modules, or names that no import was to bring. */
    readonly missing: readonly string[];
  }>;
}

export const formsCodes: FormCodes = {
  "options-not-literal": code({
    code: "RG105",
    severity: "error",
    summary:
      "`name`, `description` and `strict` in the options of `tool` must be literals: they are read at build time.",
    example:
      'import { tool } from "@runa/runtime";\nconst prefix = "shop";\nexport const refund = tool(function (amount: number): void {}, { name: prefix + "_refund" });',
    message: ({ tool, option }) =>
      `The option "${option}" of "${tool}" is not a literal, so it cannot be read at build time.`,
    fix: ({ option }) =>
      `Write "${option}" as a ${option === "strict" ? "`true` or `false`" : "plain string"} in the options themselves.`,
  }),
  "entry-not-found": code({
    code: "RG140",
    severity: "error",
    summary: "An entry names no file.",
    example: "// runa-gen src/no-such-file.ts",
    message: ({ entry, isGlob }) => (isGlob ? `No file matches "${entry}".` : `There is no file "${entry}".`),
    fix: () => "Entries are files or globs, relative to the working directory.",
  }),
  "not-exported": code({
    code: "RG141",
    severity: "error",
    summary: "A tool or a schema is not exported, so the runtime could not import it.",
    example: "/** Nobody can import this.\n * @tool */\nfunction hidden(text: string): string { return text; }",
    message: ({ name, tag }) =>
      tag === "tool()"
        ? `"${name}" is made by tool(), but is not exported.`
        : `"${name}" is tagged ${tag}, but is not exported.`,
    fix: ({ tag }) =>
      tag === "@schema"
        ? "Export the type."
        : "Export it: the runtime imports a tool by the name under which its module exports it.",
  }),
  "overloaded-tool": code({
    code: "RG142",
    severity: "error",
    summary: "A tool has overloads; a model is shown one parameter list.",
    example:
      "/** Parse.\n * @tool */\nexport function parse(text: string): string;\nexport function parse(code: number): number;\nexport function parse(x: string | number): string | number { return x; }",
    message: ({ name, count }) => `"${name}" has ${count} overloads. A tool has one signature.`,
    fix: () => "Make each overload a function of its own, or write one signature with a union type.",
  }),
  "not-a-tool": code({
    code: "RG143",
    severity: "error",
    summary: "`@tool` stands on something that cannot be a tool.",
    example: "/** Weather.\n * @tool */\nexport class Weather {}",
    message: ({ what }) => `${what} cannot be a tool.`,
    fix: () =>
      "Tag an exported function, an exported constant that is a function, or a public method of an exported class; options of a method stand in `options` of its Toolkit.",
  }),
  "not-public": code({
    code: "RG144",
    severity: "error",
    summary: "A tool method is not public.",
    example: "export class Vault {\n  /** Open.\n   * @tool */\n  private open(code: string): void {}\n}",
    message: ({ name, how }) => `"${name}" is ${how}, so it cannot be a tool.`,
    fix: ({ how }) => `Remove "${how}", or the tag.`,
  }),
  "this-parameter": code({
    code: "RG145",
    severity: "error",
    summary: "A function that is a tool asks for a `this`; the runtime calls it without one.",
    example: "/** Ring.\n * @tool */\nexport function ring(this: Date, times: number): void {}",
    message: ({ name, type }) => `"${name}" wants a "this" of type ${type}, but a tool is called without one.`,
    fix: () => "Take it as a parameter, or make the function a method of an exported class. `this: void` is fine.",
  }),
  "tool-tag-words": code({
    code: "RG146",
    severity: "error",
    summary: "`@tool` is followed by more than a name.",
    example: "/** @tool Adds two numbers. */\nexport function add(a: number, b: number): number { return a + b; }",
    message: ({ text }) => `@tool is followed by ${text.split(/\s+/).length} words, "${text}"; only a name may follow.`,
    fix: () => "Put the description above the tag.",
  }),
  "tool-name": code({
    code: "RG147",
    severity: "error",
    summary: "Providers refuse the name of a tool.",
    example: "/** Fetch.\n * @tool */\nexport function $fetch(url: string): void {}",
    message: ({ name }) =>
      name.length > 64
        ? `The tool name "${name}" has ${name.length} characters; at most 64 are allowed.`
        : `The tool name "${name}" does not match ^[a-zA-Z0-9_-]{1,64}$.`,
    fix: () => "Name it in the tag: `@tool other_name`.",
  }),
  "duplicate-tool": code({
    code: "RG148",
    severity: "error",
    summary: "Two tools have one name.",
    example:
      "/** First.\n * @tool send */\nexport function mail(to: string): void {}\n/** Second.\n * @tool send */\nexport function text(to: string): void {}",
    message: ({ name, first }) => `There is another tool called "${name}", at ${first}.`,
    fix: () => "Name one of them in its tag: `@tool other_name`.",
  }),
  "unnamed-default": code({
    code: "RG149",
    severity: "error",
    summary: "A default export without a name is a tool without a name.",
    example: "/** Roll.\n * @tool */\nexport default (count: number): number => count;",
    message: ({ module }) => `The default export of ${module} is a tool without a name.`,
    fix: () => "Name the function, or name the tool in its tag: `@tool roll_dice`.",
  }),
  "two-names": code({
    code: "RG150",
    severity: "error",
    summary: "The tag and the options give a tool two different names.",
    example:
      'import { tool } from "@runa/runtime";\n/** Refund.\n * @tool give_back */\nexport const refund = tool(function (amount: number): void {}, { name: "refund_order" });',
    message: ({ tag, option }) => `The tool is called "${tag}" by its tag and "${option}" by its options.`,
    fix: () => "Leave out one of the two names.",
  }),
  "destructured-beside-others": code({
    code: "RG151",
    severity: "error",
    summary: "A destructured parameter has no name, so it can only be the one parameter that the model fills in.",
    example: "/** Book.\n * @tool */\nexport function book({ city }: { city: string }, days: number): void {}",
    message: ({ tool, pattern, others }) =>
      `"${tool}" destructures ${pattern} beside other parameters (${others.join(", ")}), so its properties have no place of their own.`,
    fix: () => "Give the parameter a name, or move the others into it.",
  }),
  "destructured-parameter": code({
    code: "RG152",
    severity: "error",
    summary: "A destructured parameter is not of an object type with known properties.",
    example: "/** Span.\n * @tool */\nexport function span([from, to]: [number, number]): void {}",
    message: ({ tool, pattern, problem }) => {
      const what = {
        "array pattern": "an array pattern",
        "rest parameter": "a rest parameter",
        union: "of a union type",
        "index signature": "of a type with an index signature",
        "no properties": "of a type without known properties",
      }[problem];
      return `The destructured parameter ${pattern} of "${tool}" is ${what}, so its properties cannot become the arguments.`;
    },
    fix: () => "Give the parameter a name; then it is one argument.",
  }),
  "injected-parameters": code({
    code: "RG153",
    severity: "note",
    summary: "What the runtime fills in, and which names look like that and are the model's.",
    example: "/** Stop.\n * @tool */\nexport async function stop(pid: number, callId: string): Promise<void> {}",
    message: ({ tool, injected, ordinary }) => {
      const filled = injected.map(({ name, inject }) => (name === inject ? name : `${name} (${inject})`)).join(", ");
      const own = ordinary.join(", ");
      const sentences = [
        ...(filled
          ? [
              `The runtime fills in ${filled} of "${tool}"; the model never sees ${injected.length > 1 ? "them" : "it"}.`,
            ]
          : []),
        ...(own
          ? [
              `By ${ordinary.length > 1 ? "their types" : "its type"}, ${own} of "${tool}" ${ordinary.length > 1 ? "are" : "is"} the model's to fill in.`,
            ]
          : []),
      ];
      return sentences.join(" ");
    },
  }),
  "unresolved-type": code({
    code: "RG154",
    severity: "error",
    summary: "A type that a tool's signature needs could not be found, and the compiler was told not to say so.",
    example:
      '// @ts-expect-error it is not there\nimport type { Plant } from "./plants.js";\n/** Grow.\n * @tool */\nexport function grow(plant: Plant): void {}',
    message: ({ tool, name, module }) =>
      `"${tool}" needs the type "${name}"${module === undefined ? "" : ` from "${module}"`}, which could not be found.`,
    fix: () => "Install or generate what is missing, or declare the parameter as `unknown`.",
  }),
  "duplicate-schema": code({
    code: "RG155",
    severity: "error",
    summary: "Two types tagged `@schema` have one name.",
    example:
      "// src/a.ts\n/** @schema */\nexport interface Ticket { id: string }\n// src/b.ts\n/** @schema */\nexport interface Ticket { title: string }",
    message: ({ name, first }) => `There is another schema called "${name}", at ${first}.`,
    fix: () => "Rename one of the types.",
  }),
  "not-a-schema": code({
    code: "RG156",
    severity: "error",
    summary: "`@schema` stands on something else than an interface or a type alias, or on a generic one.",
    example: "/** @schema */\nexport class Ticket { id = 1; }",
    message: ({ what }) => `${what} cannot be a schema.`,
    fix: ({ isGeneric }) =>
      isGeneric
        ? "Tag an alias that names its arguments: `export type TextBox = Box<string>`."
        : "Tag an exported interface or type alias.",
  }),
  "thread-tag": code({
    code: "RG157",
    severity: "error",
    summary: "`@thread` names no thread.",
    example:
      "/** Add.\n * @tool\n * @thread background */\nexport function add(a: number, b: number): number { return a + b; }",
    message: ({ tool, text }) => `@thread of "${tool}" says "${text}"; there are main and worker.`,
    fix: () => "Write `@thread main` or `@thread worker`.",
  }),
  "tag-in-prose": code({
    code: "RG159",
    severity: "error",
    summary: "`@tool` stands in the middle of a sentence, where it marks a tool all the same.",
    example:
      "/** Helper shared by the @tool functions.\n * @param text What to trim */\nexport function trimmed(text: string): string { return text.trim(); }",
    message: ({ line }) => `@tool stands in the middle of a sentence, "${line}", and marks a tool there.`,
    fix: () => "Write `@tool` in backticks if it is only mentioned; to mark a tool, give the tag a line of its own.",
  }),
  "misspelt-mark": code({
    code: "RG158",
    severity: "warning",
    strict: "error",
    summary: "A tag on what is exported is nearly `@tool` or `@schema`, so no tool or schema is made.",
    example:
      "/** Add.\n * @tol\n * @param a One\n * @param b Another */\nexport function add(a: number, b: number): number { return a + b; }\n/** Roll.\n * @tool */\nexport function roll(): void {}",
    message: ({ tag, makes }) => `@${tag} is no tag of runa-gen, so it makes no ${makes}.`,
    fix: ({ closest }) => `Did you mean @${closest}?`,
  }),
  "unresolved-in-package": code({
    code: "RG160",
    severity: "warning",
    strict: "error",
    summary: "The types of a package need another one that is not installed: what depends on it is open.",
    example:
      '// node_modules/bundler/package.json\n{ "name": "bundler", "types": "index.d.ts" }\n// node_modules/bundler/index.d.ts\nimport type { Options } from "styles";\nexport interface Config { root: string; styles?: Options }\n// src/tools.ts\nimport type { Config } from "bundler";\n/** Build.\n * @tool\n * @param config How */\nexport async function build(config: Config): Promise<void> {}',
    message: ({ tool, packageName, missing }) =>
      `"${tool}" takes types of "${packageName}" that need ${listNames(missing.map((each) => `"${each}"`))}, which could not be found: any value is accepted there.`,
    fix: () => "Install what is missing, or leave out what depends on it: `Omit<…>`.",
  }),
};
