import { describe, expect, it } from "vitest";
import { findingsOf, oneLineOf, readFiles } from "../../test/support/disk-project.ts";
import type { ToolSignature } from "../signature/tool-signature.ts";

const IMPORTS =
  'import { Agent, Media, type MediaPart, type RunContext, type Team, type ToolCall, ToolResult } from "@runa/runtime";\n';

function read(source: string): ToolSignature {
  const outcome = readFiles(`${IMPORTS}${source}`);
  expect(findingsOf(outcome)).toEqual([]);
  const [tool] = outcome.tools;
  if (tool === undefined) throw new Error("no tool was found");
  return tool;
}

const ofParameters = (parameters: string): string =>
  oneLineOf(read(`/** @tool */ export function f(${parameters}): void {}`));

describe("parameters", () => {
  it.each<[string, string, string]>([
    [
      "A10: required without `?`, initialiser or undefined",
      "a: string, b?: number, c = 3, d: string | null, ...e: string[]",
      "a: string, b?: number, c?: number = 3, d: union, ...e?: array",
    ],
    [
      "A10: optional by a type with undefined",
      'row: number | undefined, letter: "A" | null',
      "row?: number, letter: union",
    ],
    [
      "A15: literal defaults",
      'a = "x", b = -1, c = true, d: string | null = null, e = [1, 2], g = { n: [null] }',
      'a?: string = "x", b?: number = -1, c?: boolean = true, d?: union = null, e?: array = [1,2], g?: object = {"n":[null]}',
    ],
    [
      "A15: no default that is computed",
      "a = Date.now(), b: string[] = [String(1)], c = { ...{} }",
      "a?: number, b?: array, c?: anything",
    ],
    ["A15: an initialiser before a required parameter", "a = 1, b: string", "a?: number = 1, b: string"],
    [
      "A14: one destructured parameter",
      '{ city, unit = "c" }: { city: string; unit?: "c" | "f"; days?: number }',
      '{ city: string, unit?: literals = "c", days?: number }',
    ],
    [
      "A14: properties under their own names",
      "{ text, to: target }: { text: string; to: string; formal?: boolean }",
      "{ text: string, to: string, formal?: boolean }",
    ],
    [
      "A14: a default of the whole parameter",
      '{ status = "open", limit = 10 }: { status?: string; limit?: number } = {}',
      '{ status?: string = "open", limit?: number = 10 }',
    ],
    ["A14: no default for a property that is required", "{ days = 3 }: { days: number }", "{ days: number }"],
    ["A14: a named object stays nested", "input: { film: string; stars: number }", "input: object"],
    ["A14: destructured beside an injected one", "{ id }: { id: number }, ctx: RunContext", "{ id: number }, <ctx>"],
    ["A14: a pattern without a type", "{ city, days = 3 }", "{ city: anything, days?: number = 3 }"],
    ["A16: a rest parameter", "root: string, ...parts: string[]", "root: string, ...parts?: array"],
    ["A16: a rest parameter is never injected", "...ctx: any[]", "...ctx?: array"],
    [
      "B1: ctx by the name of its type",
      "ctx: RunContext<{ user: string }>, callId: string, q: string",
      "<ctx>, <callId>, q: string",
    ],
    ["B1: ctx without a type or with any", "ctx: any, q: string", "<ctx>, q: string"],
    [
      "B3: by type, under any name",
      "c: RunContext, who: Agent, t: Team, call: ToolCall, stop: AbortSignal, q: string",
      "<c: ctx>, <who: agent>, <t: team>, <call: toolCall>, <stop: signal>, q: string",
    ],
    ["B3: with undefined or null", "c: RunContext | undefined, signal: AbortSignal | null", "<c: ctx>, <signal>"],
    ["B4: a name with an ordinary type", 'pid: number, signal: "SIGTERM" | "SIGKILL"', "pid: number, signal: literals"],
    ["B4: callId that is no string", "callId: number", "callId: number"],
    [
      "B7: media by name",
      "images: MediaPart[], videos: readonly MediaPart[], audio, files: string[]",
      "<images>, <videos>, <audio>, files: array",
    ],
    [
      "R41: ordinary words",
      'task: string, agent: "a" | "b", context: string, signal: string',
      "task: string, agent: literals, context: string, signal: string",
    ],
    [
      "names that objects have by themselves",
      "constructor: string, toString: string",
      "constructor: string, toString: string",
    ],
  ])("%s", (_, parameters, want) => {
    expect(ofParameters(parameters)).toBe(`f(${want})`);
  });

  it("B1: takes a type that is named RunContext for ctx, wherever it is from", () => {
    expect(
      oneLineOf(
        read(
          "interface RunContext { user: string }\n/** @tool */ export function f(ctx: RunContext): void {}"
            .replace("interface RunContext", "namespace own { export interface RunContext")
            .replace("string }", "string } }")
            .replace("ctx: RunContext", "ctx: own.RunContext"),
        ),
      ),
    ).toBe("f(<ctx>)");
  });

  it("B3: injects a subclass of Agent", () => {
    const source =
      "class SupportAgent extends Agent { desk = 1; }\n/** @tool */ export function f(who: SupportAgent, q: string): void {}";
    expect(oneLineOf(read(source))).toBe("f(<who: agent>, q: string)");
  });

  it.each([
    ["news: Team", true],
    ["news?: Team", undefined],
    ["news: Team | undefined", undefined],
    ["news: Team | null", undefined],
    ["ctx: RunContext", undefined],
  ])("B3: tells whether the function counts on a team: %s", (parameter, required) => {
    const [injected] = read(`/** @tool */ export function f(${parameter}): void {}`).parameters;
    expect(injected?.kind === "injected" && injected.required).toBe(required);
  });

  it("B1, B4: tells in one note what is injected and what only looks like it", () => {
    const { diagnostics } = readFiles(
      `${IMPORTS}/** @tool */\nexport function f(c: RunContext, callId: string, signal: "on" | "off"): void {}`,
    );
    expect(diagnostics).toMatchObject([{ severity: "note", code: "RG153", tool: "f" }]);
    expect(diagnostics[0]?.message).toBe(
      'The runtime fills in c (ctx), callId of "f"; the model never sees them. By its type, signal of "f" is the model\'s to fill in.',
    );
  });

  it("reads a type parameter as its constraint", () => {
    expect(oneLineOf(read("/** @tool */ export function f<T extends string>(a: T): void {}"))).toBe("f(a: string)");
  });

  it("takes names from the function and types from the type of the constant", () => {
    const source =
      "type Pinger = (host: string, tries?: number) => Promise<boolean>;\n/** @tool */ export const ping: Pinger = async (target, count = 2) => true;";
    expect(oneLineOf(read(source))).toBe("ping(target: string, count?: number = 2)");
  });

  it("knows the type arguments of a constant that is made by a call", () => {
    const source =
      "type Handler<T> = (input: T, ctx: RunContext) => void;\ndeclare function make<T>(): Handler<T>;\n/** @tool */ export const f = make<{ id: string }>();";
    expect(oneLineOf(read(source))).toBe("f(input: object, <ctx>)");
  });

  it("A7: keeps inline comments on parameters and the texts of @param", () => {
    const tool = read(
      "/** Do.\n * @tool\n * @param b the second */\nexport function f(/** the first */ a: string, b: string): void {}",
    );
    expect(tool.parameters).toMatchObject([
      { property: { doc: { text: "the first" }, location: { line: 5 } } },
      { property: { name: "b" } },
    ]);
    expect(tool.paramDocs).toMatchObject([{ path: "b", doc: { text: "the second" } }]);
  });
});

describe("async, and what is returned", () => {
  it.each<[string, string, boolean, string | undefined]>([
    ["a value", "export function f(): number { return 1; }", false, "number"],
    ["an inferred value", "export function f() { return [1]; }", false, "array"],
    ["an awaited value", "export async function f(): Promise<string> { return ''; }", true, "string"],
    ["C2: a declared promise", "export function f(): Promise<string> { return Promise.resolve(''); }", true, "string"],
    ["an inferred promise", "export const f = (a: string) => Promise.resolve(a.length);", true, "number"],
    ["a value or a promise of it", "export function f(): string | Promise<string> { return ''; }", true, "string"],
    ["nothing", "export function f(): void {}", false, undefined],
    ["a promise of nothing", "export async function f(): Promise<void> {}", true, undefined],
    ["undefined at times", "export function f(): string | undefined { return undefined; }", false, undefined],
    ["anything", "export function f(): unknown { return 1; }", false, undefined],
    ["D3: a generator", "export function* f() { yield 1; }", false, undefined],
    ["D3: an asynchronous generator", "export async function* f() { yield 1; }", true, undefined],
    [
      "D2: a ToolResult",
      "export async function f(): Promise<ToolResult> { return new ToolResult(''); }",
      true,
      undefined,
    ],
    [
      "D2: a piece of media",
      "export async function f(): Promise<Media> { return new Media('image', {}); }",
      true,
      undefined,
    ],
    ["D2: a list of media", "export function f(): readonly Media[] { return []; }", false, undefined],
    ["a function", "export function f(): () => void { return () => {}; }", false, undefined],
  ])("%s", (_, source, isAsync, returns) => {
    const tool = read(`/** @tool */ ${source}`);
    expect([tool.isAsync, tool.returns?.kind]).toEqual([isAsync, returns]);
  });

  it("keeps the author's order of what a promise gives", () => {
    const { returns } = read('/** @tool */ export async function f(): Promise<"z" | "b" | "a"> { return "a"; }');
    expect(returns).toEqual({ kind: "literals", members: [{ value: "z" }, { value: "b" }, { value: "a" }] });
  });
});

describe("tags", () => {
  it("reads what a tool does to the world", () => {
    const tool = read(
      "/** Do.\n * @tool\n * @readonly\n * @destructive\n * @idempotent\n * @deprecated use g */\nexport async function f(): Promise<void> {}",
    );
    expect(tool).toMatchObject({ isReadonly: true, isDestructive: true, isIdempotent: true, isDeprecated: true });
    expect(read("/** @tool */ export async function f(): Promise<void> {}")).toMatchObject({
      isReadonly: false,
      isDestructive: false,
      isIdempotent: false,
      isDeprecated: false,
      isExternal: false,
    });
  });

  it("C1: runs where @thread says", () => {
    expect(read("/** @tool\n * @thread worker */\nexport function f(): void {}")).toMatchObject({ thread: "worker" });
    expect(read("/** @tool\n * @thread main */\nexport function f(): void {}")).toMatchObject({ thread: "main" });
  });
});
