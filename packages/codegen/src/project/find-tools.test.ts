import { describe, expect, it } from "vitest";
import { findingsOf, oneLineOf, readFiles } from "../../test/support/disk-project.ts";
import { textOf } from "../../test/support/type-program.ts";
import type { ToolSignature } from "../signature/tool-signature.ts";

/** `name <- export#method`, in the order of the reading. */
function bindingOf({ name, exportName, method, isStatic, isExternal }: ToolSignature): string {
  const place = `${exportName}${method === undefined ? "" : `#${method}`}`;
  return `${name} <- ${place}${isStatic ? " static" : ""}${isExternal ? " external" : ""}`;
}

function foundIn(source: string): readonly string[] {
  const outcome = readFiles(source);
  expect(findingsOf(outcome)).toEqual([]);
  return outcome.tools.map(bindingOf);
}

describe("@tool in the middle of a sentence (A1)", () => {
  it.each([
    ["/** Helper shared by the @tool functions. */", "Helper shared by the @tool functions."],
    ["/**\n * Trims.\n * See the @tool add in sums.ts.\n */", "See the @tool add in sums.ts."],
    ["/** What every @tool\n * needs to know. */", "What every @tool"],
    ["/** For @tool-less callers, and @tool's own. */", "For @tool-less callers, and @tool's own."],
  ])("asks for backticks: %j", (comment, line) => {
    for (const keyword of ["export function", "function"]) {
      const found = readFiles(
        `${comment}\n${keyword} help(a: string): string { return a; }\n/** @tool */ export function now(): void {}`,
      );
      expect(findingsOf(found).map((finding) => finding.slice(0, 5))).toEqual(["RG159"]);
      expect(found.diagnostics.find(({ code }) => code === "RG159")?.message).toContain(`"${line}"`);
    }
  });

  it.each([
    ["/** Tells the time. @tool */", "help <- help"],
    ["/** Tells the time. @tool clock */", "clock <- help"],
    ["/** Like `@tool` functions.\n * @tool */", "help <- help"],
  ])("is a mark in %j", (comment, tool) => {
    expect(foundIn(`${comment} export function help(): void {}`)).toEqual([tool]);
  });
});

describe("a tag that is nearly @tool (A1)", () => {
  it.each(["tol", "tools", "Tool", "toool"])("is a warning that asks whether @%s is @tool", (tag) => {
    const { diagnostics, tools } = readFiles(`/** @${tag} */ export function now(): number { return 0; }`);
    expect(tools).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: "RG158", severity: "warning", fix: "Did you mean @tool?", location: { line: 1, column: 5 } },
    ]);
  });

  it("is seen on constants and methods", () => {
    const source =
      "/** @tol */\nexport const now = (): number => 0;\nexport class Clock {\n  /** @tools */\n  tick(): void {}\n}";
    expect(findingsOf(readFiles(source))).toEqual(["RG158 tools.ts:1:5", "RG158 tools.ts:4:7"]);
  });

  it.each(["todo", "type", "pool", "throws", "template", "tooltip", "see"])("is not @%s", (tag) => {
    const source = `/** @${tag} */ export function now(): number { return 0; }\n/** @tool */ export function roll(): void {}`;
    expect(findingsOf(readFiles(source))).toEqual([]);
  });
});

describe("A1: what is found to be a tool", () => {
  it.each<[string, string, string[]]>([
    ["a tagged function", "/** @tool */ export function now(): number { return 0; }", ["now <- now"]],
    ["nothing without a tag", "/** Not. */ export function now(): number { return 0; }", []],
    ["no mention of the tag in backticks", "/** See `@tool`. */ export function now(): number { return 0; }", []],
    ["an exported arrow", "/** @tool */ export const shout = (text: string): string => text;", ["shout <- shout"]],
    [
      "an exported function expression",
      "/** @tool */ export const f = function (a: string) { return a; };",
      ["f <- f"],
    ],
    ["a function that is exported later", "/** @tool */ async function f(a: string) {}\nexport { f };", ["f <- f"]],
    ["a function under its exported name", "/** @tool */ function f(a: string) {}\nexport { f as g };", ["g <- g"]],
    ["a renamed tool", "/** @tool word_count */ export const f = async (text: string) => 1;", ["word_count <- f"]],
    ["a named default export", "/** @tool */ export default function greet(name: string) {}", ["greet <- default"]],
    [
      "a default export by name",
      "/** @tool */ const greet = (name: string) => {};\nexport default greet;",
      ["greet <- default"],
    ],
    [
      "an unnamed default export with a name in its tag",
      "/** @tool roll-dice */ export default (count: number) => count;",
      ["roll-dice <- default"],
    ],
    [
      "an unnamed default function with a name in its tag",
      "/** @tool roll */ export default function (count: number) {}",
      ["roll <- default"],
    ],
    [
      "a constant that gets its parameters from its type",
      "type Pinger = (host: string, tries?: number) => Promise<boolean>;\n/** @tool */ export const ping: Pinger = async (host, tries) => true;",
      ["ping <- ping"],
    ],
    [
      "a constant that is another function",
      "const impl = (a: string) => a;\n/** @tool */ export const f = impl;",
      ["f <- f"],
    ],
    ["a generator (A19, D3)", "/** @tool */ export function* count(to: number) { yield to; }", ["count <- count"]],
    [
      "one overload with its implementation",
      "/** @tool */ export function f(a: string): void;\nexport function f(a: unknown): void {}",
      ["f <- f"],
    ],
    [
      "a declared function as external (E19)",
      "/** @tool */ export declare function pay(sum: number): void;",
      ["pay <- pay external"],
    ],
    [
      "a function tagged @external",
      "/** @tool\n * @external */ export function pay(sum: number): void {}",
      ["pay <- pay external"],
    ],
    ["`this: void`", "/** @tool */ export function f(this: void, a: string): void {}", ["f <- f"]],
  ])("finds %s", (_, source, want) => {
    expect(foundIn(source)).toEqual(want);
  });

  it("finds public methods of exported classes, of instances and static", () => {
    const source = `
export class Calendar {
  private events: string[] = [];
  /** @tool */
  addEvent(title: string, day: number): void {}
  /** @tool cancel_event */
  public async removeEvent(title: string): Promise<boolean> { return true; }
  /** @tool */
  static daysInMonth(year: number): number { return 30; }
  /** @tool */
  moveEvent(this: Calendar, title: string): void {}
  /** No tag. */
  listEvents(): string[] { return this.events; }
}
`;
    expect(readFiles(source).tools.map(bindingOf)).toEqual([
      "addEvent <- Calendar#addEvent",
      "cancel_event <- Calendar#removeEvent",
      "daysInMonth <- Calendar#daysInMonth static",
      "moveEvent <- Calendar#moveEvent",
    ]);
  });

  it("finds methods of a class expression and of a default class", () => {
    expect(foundIn("export const Mail = class { /** @tool */ send(to: string): void {} };")).toEqual([
      "send <- Mail#send",
    ]);
    expect(foundIn("export default class { /** @tool */ send(to: string): void {} }")).toEqual([
      "send <- default#send",
    ]);
  });
});

describe("A1: calls of the runtime's tool()", () => {
  it.each<[string, string, string[]]>([
    [
      "under another name",
      'import { tool as t } from "@runa/runtime";\nexport const f = t((x: number) => x);',
      ["f <- f"],
    ],
    [
      "through a namespace",
      'import * as runa from "@runa/runtime";\nexport const f = runa.tool((x: number) => x);',
      ["f <- f"],
    ],
    [
      "with a name in its options",
      'import { tool } from "@runa/runtime";\nexport const f = tool((x: number) => x, { name: "g", needsApproval: true });',
      ["g <- f"],
    ],
    [
      "of a function that stands elsewhere",
      'import { tool } from "@runa/runtime";\nfunction impl(x: number) { return x; }\nexport const f = tool(impl);',
      ["f <- f"],
    ],
    [
      "as a default export",
      'import { tool } from "@runa/runtime";\nexport default tool(function f(x: number) { return x; });',
      ["f <- default"],
    ],
    [
      "not of a local function that is called tool",
      "function tool<F>(f: F): F { return f; }\nexport const f = tool((x: number) => x);",
      [],
    ],
  ])("finds them %s", (_, source, want) => {
    expect(foundIn(source)).toEqual(want);
  });

  it("finds them through a module that re-exports it under another name", () => {
    const outcome = readFiles({
      "src/define.ts": 'export { tool as defineTool } from "@runa/runtime";',
      "src/tools.ts": 'import { defineTool } from "./define.js";\nexport const f = defineTool((x: number) => x);',
    });
    expect(findingsOf(outcome)).toEqual([]);
    expect(outcome.tools.map(bindingOf)).toEqual(["f <- f"]);
  });

  it("reads the literal options and the comment", () => {
    const [tool] = readFiles(`import { tool } from "@runa/runtime";
const run = { needsApproval: true };
/** From the comment. */
export const refund = tool(function (amount: number): void {}, { description: "From the options.", strict: true, ...run });
`).tools;
    expect(tool).toMatchObject({
      name: "refund",
      description: "From the options.",
      doc: { text: "From the comment." },
    });
  });

  it("gives a parameter without a type to the runtime by its name (B1)", () => {
    const outcome = readFiles('import { tool } from "@runa/runtime";\nexport const f = tool((ctx, a: string) => a);');
    expect(outcome.tools.map(oneLineOf)).toEqual(["f(<ctx>, a: string)"]);
  });
});

describe("re-exports: one declaration is one tool", () => {
  const impl = "/** @tool */ export function altitudeOf(place: string): number { return 0; }";
  const modules = (outcome: ReturnType<typeof readFiles>) =>
    outcome.tools.map(
      ({ name, module, exportName }) => `${name} <- ${module.slice(outcome.folder.length + 1)}#${exportName}`,
    );

  it("names it by the file that defines it, if that is an entry", () => {
    const outcome = readFiles({
      "src/index.ts": 'export { altitudeOf as altitude } from "./impl.js";\nexport * from "./impl.js";',
      "src/impl.ts": impl,
    });
    expect(modules(outcome)).toEqual(["altitudeOf <- src/impl.ts#altitudeOf"]);
  });

  it.each([
    ["export … from", 'export { altitudeOf as altitude } from "../lib/impl.js";', "altitude"],
    ["export *", 'export * from "../lib/impl.js";', "altitudeOf"],
    ["import and export", 'import { altitudeOf } from "../lib/impl.js";\nexport { altitudeOf };', "altitudeOf"],
    ["a barrel in between", 'export * from "../lib/index.js";', "altitudeOf"],
  ])("finds it outside of the entries through %s, by its first alias in path order", (_, source, name) => {
    const outcome = readFiles({
      "src/b.ts": 'export { altitudeOf as later } from "../lib/impl.js";',
      "src/a.ts": source,
      "lib/index.ts": 'export * from "./impl.js";',
      "lib/impl.ts": impl,
    });
    expect(findingsOf(outcome)).toEqual([]);
    expect(modules(outcome)).toEqual([`${name} <- src/a.ts#${name}`]);
  });

  it("binds what a package declares to the entry that re-exports it", () => {
    const outcome = readFiles({
      "src/tools.ts": 'export { search } from "searcher";',
      "node_modules/searcher/package.json": { name: "searcher", type: "module", types: "./index.d.ts" },
      "node_modules/searcher/index.d.ts":
        "/** @tool */\nexport declare function search(query: string): Promise<string>;",
    });
    expect(outcome.tools).toMatchObject([{ name: "search", isExternal: false, isAsync: true }]);
    expect(modules(outcome)).toEqual(["search <- src/tools.ts#search"]);
  });

  it("binds a declaration file that is an entry to the JavaScript that it describes", () => {
    const files = { "src/old.d.mts": "/** @tool */\nexport declare function old(a: string): void;" };
    const outcome = readFiles(files, { entries: ["src/old.d.mts"] });
    expect(outcome.tools).toMatchObject([{ isExternal: false }]);
    expect(modules(outcome)).toEqual(["old <- src/old.mjs#old"]);
  });
});

describe("schemas (I18)", () => {
  it("finds exported interfaces and type aliases tagged @schema", () => {
    const outcome = readFiles(`
/** A ticket.
 * @schema */
export interface Ticket { title: string }
/** @schema */
type Answer = "yes" | "no";
export type { Answer };
`);
    expect(findingsOf(outcome)).toEqual([]);
    expect(outcome.schemas).toMatchObject([{ name: "Ticket", doc: { text: "A ticket." } }, { name: "Answer" }]);
  });
});

it.each([
  ['("red" | "green" | "blue")[]', 'array of "red" | "green" | "blue"'],
  ['readonly ("red" | "green" | "blue")[]', 'array of "red" | "green" | "blue"'],
  ['Array<"red" | "green" | "blue">', 'array of "red" | "green" | "blue"'],
  ['Iterable<"red" | "green" | "blue">', 'array of "red" | "green" | "blue"'],
  ['["red" | "green" | "blue", ("b" | "a")?]', '["red" | "green" | "blue", "b" | "a"?]'],
  ['Set<"red" | "green" | "blue">', 'set of "red" | "green" | "blue"'],
  ['Map<string, "red" | "green" | "blue">', 'map of "red" | "green" | "blue"'],
  ['Awaited<Promise<"red" | "green" | "blue">>', '"red" | "green" | "blue"'],
  ['Box<"red" | "green" | "blue">[]', 'array of Box_blue_green_red={ value: "red" | "green" | "blue" }'],
  ['Partial<Box<"red" | "green" | "blue">>', 'Partial_Box_blue_green_red={ value?: "red" | "green" | "blue" }'],
  ['List<"red" | "green" | "blue">', 'array of "red" | "green" | "blue"'],
  [
    'Partial<Record<"red" | "green" | "blue", 1>>[]',
    "array of Partial_Record_blue_green_red_1={ red?: 1, green?: 1, blue?: 1 }",
  ],
])("keeps the order of what is in a wrapper that is a schema: %s (A12, I18)", (type, want) => {
  const outcome = readFiles(`interface Box<T> { value: T }
type List<T> = T[];
/** @schema */
export type Chosen = ${type};
`);
  const [schema] = outcome.schemas;
  expect(schema && textOf(schema.shape)).toBe(want);
});

describe("methods that an exported class inherits (A1)", () => {
  it("are its tools where nobody can import the class that has them, with the types that it gives them", () => {
    const source = `class Store<T> {
  /** Put. @tool */
  put(item: T): void { void item; }
  /** Count. @tool */
  static count(): number { return 0; }
  /** Drop. @tool */
  drop(): void {}
  /** Plain. */
  plain(): void {}
}
class Middle<T> extends Store<T[]> {
  /** Sort. @tool */
  sort(): void {}
}
export class Orders extends Middle<{ id: string }> {
  /** Drop with care. @tool drop_order */
  override drop(): void {}
}`;
    const outcome = readFiles(source);
    expect(outcome.tools.map(bindingOf)).toEqual([
      "put <- Orders#put",
      "count <- Orders#count static",
      "sort <- Orders#sort",
      "drop_order <- Orders#drop",
    ]);
    const [put] = outcome.tools;
    expect(put?.parameters).toMatchObject([{ property: { name: "item", shape: { kind: "array" } } }]);
    // What is overridden is no tool of anybody's, and that is said.
    expect(findingsOf(outcome)).toEqual(["RG141 drop tools.ts:7:3"]);
  });

  it("are tools of the class that has them where it is exported itself", () => {
    const source = `export class Store {
  /** Put. @tool */
  put(item: string): void { void item; }
}
export class Orders extends Store {}`;
    expect(foundIn(source)).toEqual(["put <- Store#put"]);
  });
});

it.each(["shema", "schemas", "Schema", "scheme"])("asks whether @%s was to mark a schema (A1)", (tag) => {
  const outcome = readFiles(`/** A ticket.\n * @${tag} */\nexport interface Ticket { id: string }`);
  expect(outcome.diagnostics.map(({ code, message, fix }) => `${code} ${message} ${fix}`)).toEqual([
    `RG158 @${tag} is no tag of runa-gen, so it makes no schema. Did you mean @schema?`,
  ]);
});
