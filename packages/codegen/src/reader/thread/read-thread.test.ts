import { describe, expect, it } from "vitest";
import { type Files, readFiles } from "../../../test/support/disk-project.ts";

/** Node's own declarations in short: what matters is the specifier. */
const NODE = `
declare module "node:fs" { export function readFileSync(path: string, encoding: "utf8"): string }
declare module "node:crypto" { export function createHash(name: string): { update(text: string): { digest(as: "hex"): string } } }
declare const process: { env: { [name: string]: string | undefined } };
`;

/** Makes the body one that could take long, so that the proof is asked for. */
const LOOP = "for (const c of text) void c;";

function threadOf(source: string | Files): readonly [thread: string, why: string | undefined] {
  const files = typeof source === "string" ? { "src/tools.ts": source } : source;
  const { tools, diagnostics } = readFiles({ "types/node.d.ts": NODE, ...files });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const [tool] = tools;
  if (tool === undefined) throw new Error("no tool was found");
  return [tool.thread, tool.threadReason];
}

const tool = (body: string, before = "", parameters = "text: string", returns = "unknown"): string =>
  `${before}\n/** @tool */\nexport function f(${parameters})${returns === "unknown" ? "" : `: ${returns}`} { ${body} }`;

describe("C1: where a function runs", () => {
  it.each<[string, string | Files]>([
    ["a loop over its own values", tool(`let n = 0; ${LOOP} return n;`)],
    ["recursion", tool("return n < 2 ? n : f(n - 1) + f(n - 2);", "", "n: number", "number")],
    [
      "a call of a function of the module",
      tool(
        "return fib(n);",
        "const fib = (n: number): number => (n < 2 ? n : fib(n - 1) + fib(n - 2));",
        "n: number",
        "number",
      ),
    ],
    [
      "a hash",
      tool(
        'return createHash("sha256").update(text).digest("hex");',
        'import { createHash } from "node:crypto";',
        "text: string",
        "string",
      ),
    ],
    [
      "a blocking call",
      tool('return readFileSync(text, "utf8");', 'import { readFileSync } from "node:fs";', "text: string", "string"),
    ],
    ["a private set that is only asked", tool(`${LOOP} return STOP.has(text);`, 'const STOP = new Set(["a"]);')],
    [
      "a private table that is only read",
      tool(`${LOOP} return RATES[text] ?? 0;`, "const RATES: { [to: string]: number } = { a: 1 };"),
    ],
    ["a regular expression without a place", tool("return RE.test(text);", "const RE = /^a+$/u;")],
    ["a variable that is never assigned", tool(`${LOOP} return n;`, "let n = 5;")],
    [
      "a class of its own",
      tool(
        "return new Vec(1, 2).length();",
        "class Vec { constructor(x: number, y: number) { this.x = x; this.y = y; } x: number; y: number; length(): number { for (;;) return this.x + this.y; } }",
      ),
    ],
    ["an enum", tool(`${LOOP} return Unit.C;`, 'enum Unit { C = "c" }')],
    ["a call id", tool(`${LOOP} return callId;`, "", "text: string, callId: string", "string")],
    [
      "tool() around it",
      'import { tool } from "@runa/runtime";\nexport const f = tool((text: string): number => { let n = 0; for (const c of text) n += c.length; return n; });',
    ],
    [
      "names through other modules",
      {
        "src/tools.ts": `import { twice as double } from "../lib/index.js";\n${tool(`${LOOP} return double(1);`)}`,
        "lib/index.ts": 'export * from "./math.js";',
        "lib/math.ts": "export function twice(n: number): number { return n * 2; }",
      },
    ],
  ])("sends %s to a worker", (_, source) => {
    expect(threadOf(source)).toEqual(["worker", undefined]);
  });

  it.each<[string, string | Files, string]>([
    [
      "a set that is added to",
      tool(`${LOOP} SEEN.add(text); return true;`, "const SEEN = new Set<string>();"),
      'reads "SEEN", which could be changed',
    ],
    [
      "an expression that keeps its place",
      tool("return RE.test(text);", "const RE = /a/g;"),
      'uses "RE", a regular expression that keeps its place',
    ],
    [
      "a table that another function writes",
      tool(
        `${LOOP} return RATES[text];`,
        "const RATES: { [to: string]: number } = {};\nexport function set(n: number): void { RATES['a'] = n; }",
      ),
      'reads "RATES", which could be changed',
    ],
    [
      "an exported map",
      tool(`${LOOP} return SEEN.get(text) ?? 0;`, "export const SEEN = new Map<string, number>();"),
      'reads "SEEN", which other modules could change',
    ],
    ["counting", tool(`${LOOP} return ++calls;`, "let calls = 0;"), 'writes to "calls"'],
    [
      "a variable that is assigned elsewhere",
      tool(`${LOOP} return calls;`, "let calls = 0;\nexport function count(): void { calls += 1; }"),
      'reads "calls", which is assigned to',
    ],
    [
      "a variable of another module through a namespace",
      {
        "src/tools.ts": `import * as h from "../lib/h.js";\n${tool(`${LOOP} return h.counter;`)}`,
        "lib/h.ts": "export let counter = 0;\nexport function count(): void { counter++; }",
      },
      'reads "counter", which is assigned to',
    ],
    ["process.env", tool(`${LOOP} return process.env["HOME"] ?? "";`), 'uses "process"'],
    [
      "process.env in a constant",
      tool(`${LOOP} return HOME;`, 'const HOME = process.env["HOME"] ?? "";'),
      'uses "process"',
    ],
    [
      "a mutable static member",
      tool(
        `${LOOP} return Counter.next();`,
        "class Counter { static n = 0; static next(): number { return Counter.n; } }",
      ),
      'uses class "Counter", whose static members can change',
    ],
    [
      "a value passed to a helper that adds to it",
      tool(
        `${LOOP} return put(SEEN);`,
        "const SEEN: string[] = [];\nfunction put(list: string[]): number { return list.push('a'); }",
      ),
      'reads "SEEN", which could be changed',
    ],
    ["a write through a global", tool(`${LOOP} Object.prototype.toString = () => ""; return 1;`), 'writes to "Object"'],
    ["eval", tool(`${LOOP} return String(eval(text));`), 'uses "eval"'],
    [
      "a declared constant",
      tool(`${LOOP} return SECRET;`, "declare const SECRET: string;"),
      'uses "SECRET", which is only declared',
    ],
    [
      "an instance as result",
      tool(`${LOOP} return new Vec();`, "class Vec { x = 1; }"),
      "returns what cannot be copied out of a worker",
    ],
    ["a function as result", tool(`${LOOP} return () => 1;`), "returns what cannot be copied out of a worker"],
    ["an any as result", tool("return JSON.parse(text);"), "returns what cannot be copied out of a worker"],
    [
      "a module that does something when loaded",
      tool(`${LOOP} return 1;`, 'console.log("loaded");'),
      'needs a module that runs "console.log("loaded");" when it is loaded',
    ],
    ["a context", tool(`${LOOP} return 1;`, "", "text: string, ctx: any"), 'takes "ctx" from the runtime'],
    [
      "a method",
      "export class A { /** @tool */ f(text: string): number { for (;;) return text.length; } }",
      "is a method",
    ],
    [
      "a generator",
      "/** @tool */ export function* f(text: string) { for (const c of text) yield c; }",
      "is a generator",
    ],
    [
      "what a call made",
      "const memo = <F>(f: F): F => f;\n/** @tool */ export const f = memo((text: string): number => { for (;;) return text.length; });",
      "is made at run time",
    ],
    [
      "a package",
      {
        "src/tools.ts": `import { lib } from "lib";\n${tool(`${LOOP} return lib(text);`)}`,
        "node_modules/lib/package.json": { name: "lib", type: "module", types: "./index.d.ts" },
        "node_modules/lib/index.d.ts": "export declare function lib(text: string): string;",
      },
      'uses "lib"',
    ],
  ])("keeps %s on the main thread, and says why", (_, source, why) => {
    expect(threadOf(source)).toEqual(["main", why]);
  });

  it.each([
    ["arithmetic", "return 1 + text.length;"],
    ["cheap methods", 'return text.trim().toUpperCase().split(" ").join("-");'],
    ["Math and Number", "return Math.max(Number(text), Math.random());"],
    ["a branch that throws", 'if (text === "") throw new RangeError("empty"); return text;'],
  ])("keeps what cannot block on the main thread without a word: %s", (_, body) => {
    const outcome = readFiles(tool(body));
    expect(outcome.tools).toMatchObject([{ thread: "main", threadReason: "does nothing that takes long" }]);
    expect(outcome.diagnostics).toEqual([]);
  });

  it("gives no reason for asynchronous functions, and asks nothing of them", () => {
    expect(
      threadOf("/** @tool */ export async function f(text: string): Promise<void> { for (;;) await text; }"),
    ).toEqual(["main", undefined]);
  });

  it("says each reason as what the function does or is, so that it makes a sentence behind its name", () => {
    const missing = tool(
      `${LOOP} return 1;`,
      'import limit from "some-package";\nexport const limited: unknown = limit;',
    );
    expect(threadOf(missing)[1]).toBe('needs a module that imports "some-package"');
  });

  it("RG302: notes the reason of a synchronous tool", () => {
    const { diagnostics } = readFiles(tool(`${LOOP} return ++calls;`, "let calls = 0;"));
    expect(diagnostics).toMatchObject([{ severity: "note", code: "RG302", tool: "f" }]);
    expect(diagnostics[0]?.message).toContain('writes to "calls"');
  });

  it("RG301: warns of a call that blocks, on the main thread only", () => {
    const before = 'import { readFileSync } from "node:fs";';
    const codes = (source: string) =>
      readFiles({ "types/node.d.ts": NODE, "src/tools.ts": source }).diagnostics.filter(({ code }) => code === "RG301");
    expect(codes(tool('return readFileSync(text, "utf8");', before))).toEqual([]);
    expect(codes(tool('calls++; return readFileSync(text, "utf8");', `${before}\nlet calls = 0;`))).toMatchObject([
      { severity: "warning", tool: "f", location: { line: 4 } },
    ]);
    expect(
      codes(
        tool("calls++; return parseSync(text);", "let calls = 0;\nfunction parseSync(t: string): string { return t; }"),
      ),
    ).toEqual([]);
  });
});
