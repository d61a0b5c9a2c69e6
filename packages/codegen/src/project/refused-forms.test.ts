import { describe, expect, it } from "vitest";
import { findingsOf, readFiles } from "../../test/support/disk-project.ts";

/** A source, the finding that it must cause, and words of its message. */
const REFUSED: readonly (readonly [what: string, source: string, finding: string, words: readonly string[]])[] = [
  [
    "a function that is not exported",
    '/** @tool */\nfunction hidden(x: string): string { return x; }\nexport const used = hidden("a");',
    "RG141 hidden tools.ts:2:10",
    ["hidden", "export"],
  ],
  [
    "a constant that is not exported",
    "/** @tool */\nconst hidden = (x: string) => x;\nexport {};",
    "RG141 hidden tools.ts:2:7",
    ["hidden"],
  ],
  [
    "a method of a class that is not exported",
    "class House {\n  /** @tool */\n  open(id: string): void {}\n}\nexport {};",
    "RG141 open tools.ts:3:3",
    ["open"],
  ],
  [
    "a schema that is not exported",
    "/** @schema */\ninterface Ticket { id: string }\nexport {};",
    "RG141 tools.ts:2:11",
    ["Ticket", "@schema"],
  ],
  [
    "a tool() that is not exported",
    'import { tool } from "@runa/runtime";\nconst f = tool((x: number) => x);\nexport {};',
    "RG141 f tools.ts:2:7",
    ['"f"'],
  ],
  [
    "a tool() in passing",
    'import { tool } from "@runa/runtime";\nexport const list = [tool(function add(x: number) { return x; })];',
    "RG141 list tools.ts:2:14",
    [],
  ],
  [
    "overloads",
    "/** @tool */\nexport function parse(text: string): string;\nexport function parse(code: number): number;\nexport function parse(x: unknown): unknown { return x; }",
    "RG142 parse tools.ts:2:17",
    ["parse", "2 overloads"],
  ],
  [
    "overloads of a method",
    "export class Parser {\n  /** @tool */\n  parse(text: string): string;\n  parse(code: number): number;\n  parse(x: unknown): unknown { return x; }\n}",
    "RG142 parse tools.ts:3:3",
    ["2 overloads"],
  ],
  [
    "overloads in the type of a constant",
    "interface Parse { (text: string): void; (code: number): void }\n/** @tool */\nexport const parse: Parse = (x: unknown) => {};",
    "RG142 parse tools.ts:3:14",
    ["2 overloads"],
  ],
  [
    "a constructor",
    "export class Robot {\n  /** @tool */\n  constructor(public name: string) {}\n}",
    "RG143 tools.ts:3:3",
    ["constructor", "Robot"],
  ],
  [
    "a getter",
    "export class Robot {\n  /** @tool */\n  get name(): string { return ''; }\n}",
    "RG143 tools.ts:3:7",
    ["getter", "name"],
  ],
  [
    "a setter",
    "export class Robot {\n  /** @tool */\n  set name(value: string) {}\n}",
    "RG143 tools.ts:3:7",
    ["setter", "name"],
  ],
  [
    "a field",
    "export class Robot {\n  /** @tool */\n  move = (to: string): void => {};\n}",
    "RG143 tools.ts:3:3",
    ["field", "move"],
  ],
  [
    "a field that tool() makes",
    'import { tool } from "@runa/runtime";\nexport class Till {\n  /** Pay. */\n  pay = tool(async (amount: number) => amount);\n}',
    "RG143 tools.ts:4:3",
    ['The field "pay" of class "Till" cannot be a tool'],
  ],
  [
    "a field that tool() makes and that is tagged, once",
    'import { tool } from "@runa/runtime";\nexport class Till {\n  /** Pay. @tool */\n  pay = tool(async (amount: number) => amount);\n}',
    "RG143 tools.ts:4:3",
    ['The field "pay" of class "Till" cannot be a tool'],
  ],
  ["a class", "/** @tool */\nexport class Robot {}", "RG143 tools.ts:2:14", ["class", "Robot"]],
  [
    "an interface",
    "/** @tool */\nexport interface Robot { id: string }",
    "RG143 tools.ts:2:18",
    ["interface", "Robot"],
  ],
  [
    "a constant that is no function",
    "/** @tool */\nexport const limit = 3;",
    "RG143 limit tools.ts:2:14",
    ["limit", "no function"],
  ],
  [
    "a function inside of a function",
    "export function outer(): void {\n  /** @tool */\n  function inner(a: string): void {}\n  inner('');\n}",
    "RG143 tools.ts:3:12",
    ["inner"],
  ],
  [
    "a method of an object",
    "export const tools = {\n  /** @tool */\n  add(a: number): number { return a; },\n};",
    "RG143 tools.ts:3:3",
    ["add"],
  ],
  [
    "a private method",
    "export class Vault {\n  /** @tool */\n  private open(code: string): void {}\n}",
    "RG144 open tools.ts:3:11",
    ["open", "private"],
  ],
  [
    "a protected method",
    "export class Vault {\n  /** @tool */\n  protected open(code: string): void {}\n}",
    "RG144 open tools.ts:3:13",
    ["open", "protected"],
  ],
  [
    "a #private method",
    "export class Vault {\n  /** @tool */\n  #open(code: string): void {}\n}",
    "RG144 #open tools.ts:3:3",
    ["#open", "private"],
  ],
  [
    "a function with a this",
    "/** @tool */\nexport function ring(this: Date, times: number): void {}",
    "RG145 ring tools.ts:2:22",
    ["ring", "Date"],
  ],
  [
    "several words after @tool",
    "/** @tool Adds two numbers. */\nexport function add(a: number): void {}",
    "RG146 add tools.ts:1:5",
    ["Adds two numbers."],
  ],
  [
    "a name with a dollar",
    "/** @tool */\nexport function $fetch(url: string): void {}",
    "RG147 $fetch tools.ts:2:17",
    ["$fetch"],
  ],
  [
    "a name with a dot",
    "/** @tool files.read */\nexport function readFile(path: string): void {}",
    "RG147 files.read tools.ts:2:17",
    ["files.read"],
  ],
  [
    "a name of 65 characters",
    `/** @tool */\nexport function ${"a".repeat(65)}(x: string): void {}`,
    `RG147 ${"a".repeat(65)} tools.ts:2:17`,
    ["64"],
  ],
  [
    "a bad name in the options",
    'import { tool } from "@runa/runtime";\nexport const f = tool((x: number) => x, { name: "get weather" });',
    "RG147 get weather tools.ts:2:14",
    ["^[a-zA-Z0-9_-]{1,64}$"],
  ],
  [
    "two tools of one name",
    "/** @tool send */\nexport function mail(to: string): void {}\n/** @tool send */\nexport function text(to: string): void {}",
    "RG148 send tools.ts:4:17",
    ["send", "src/tools.ts:2:17"],
  ],
  [
    "a method with the name of a function",
    "/** @tool */\nexport function open(id: string): void {}\nexport class House {\n  /** @tool */\n  open(id: string): void {}\n}",
    "RG148 open tools.ts:5:3",
    ["src/tools.ts:2:17"],
  ],
  [
    "one method name in two classes",
    "export class A {\n  /** @tool */\n  search(q: string): void {}\n}\nexport class B {\n  /** @tool */\n  search(q: string): void {}\n}",
    "RG148 search tools.ts:7:3",
    ["src/tools.ts:3:3"],
  ],
  [
    "a default export without a name",
    "/** @tool */\nexport default (count: number) => count;",
    "RG149 tools.ts:2:1",
    ["tools.ts"],
  ],
  [
    "a name in the tag and another in the options",
    'import { tool } from "@runa/runtime";\n/** @tool a */\nexport const f = tool((x: number) => x, { name: "b" });',
    "RG150 b tools.ts:3:49",
    ['"a"', '"b"'],
  ],
  [
    "a computed name in the options",
    'import { tool } from "@runa/runtime";\nconst name = "b" + 1;\nexport const f = tool((x: number) => x, { name });',
    "RG105 f tools.ts:3:43",
    ["name"],
  ],
  [
    "options with a name from elsewhere",
    'import { tool } from "@runa/runtime";\nconst shared = { strict: true };\nexport const f = tool((x: number) => x, { ...shared });',
    "RG105 f tools.ts:3:46",
    ["strict"],
  ],
  [
    "a destructured parameter beside another",
    "/** @tool */\nexport function book({ city }: { city: string }, days: number): void {}",
    "RG151 book tools.ts:2:22",
    ["{ city }", "days"],
  ],
  [
    "an array pattern",
    "/** @tool */\nexport function span([from, to]: [number, number]): void {}",
    "RG152 span tools.ts:2:22",
    ["[from, to]", "array pattern"],
  ],
  [
    "a destructured union",
    "/** @tool */\nexport function f({ a }: { a: string } | { a: number }): void {}",
    "RG152 f tools.ts:2:19",
    ["{ a }", "union"],
  ],
  [
    "a destructured index signature",
    "/** @tool */\nexport function f({ a }: { a: string; [key: string]: string }): void {}",
    "RG152 f tools.ts:2:19",
    ["{ a }", "index signature"],
  ],
  ["a destructured any", "/** @tool */\nexport function f({ a }: any): void {}", "RG152 f tools.ts:2:19", ["{ a }"]],
  [
    "a schema that is generic",
    "/** @schema */\nexport interface Box<T> { inside: T }",
    "RG156 tools.ts:2:18",
    ["The generic type", "Box"],
  ],
  ["a schema that is a class", "/** @schema */\nexport class Ticket { id = 1; }", "RG156 tools.ts:2:14", ["Ticket"]],
  [
    "an unknown thread",
    "/** @tool\n * @thread background */\nexport function add(a: number): void {}",
    "RG157 add tools.ts:2:4",
    ["background", "worker"],
  ],
];

describe("A19: what cannot be a tool", () => {
  it.each(REFUSED)("refuses %s", (_, source, finding, words) => {
    const outcome = readFiles(source);
    expect(findingsOf(outcome)).toEqual([finding]);
    const message = outcome.diagnostics.find(({ severity }) => severity === "error")?.message ?? "";
    for (const word of words) expect(message).toContain(word);
  });

  it("reports everything in one pass, and reads the tools that are in order", () => {
    const outcome = readFiles({
      "src/a.ts": REFUSED[0]?.[1] ?? "",
      "src/b.ts": REFUSED[9]?.[1] ?? "",
      "src/c.ts": "/** @tool */ export function fine(a: string): void {}",
    });
    expect([...findingsOf(outcome)].sort()).toEqual(["RG141 hidden a.ts:2:10", "RG143 b.ts:3:3"]);
    expect(outcome.tools.map(({ name }) => name)).toEqual(["fine"]);
  });

  it("reports two schemas of one name with both places", () => {
    const outcome = readFiles({
      "src/a.ts": "/** @schema */\nexport interface Ticket { id: string }",
      "src/b.ts": "/** @schema */\nexport interface Ticket { id: number }",
    });
    expect(findingsOf(outcome)).toEqual(["RG155 b.ts:2:18"]);
    expect(outcome.diagnostics[0]?.message).toContain("src/a.ts:2:18");
  });
});
