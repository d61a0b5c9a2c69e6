/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: types as their text */
import { describe, expect, it } from "vitest";
import { createTypeProgram, textOf } from "../../test/support/type-program.ts";

type Table = readonly (readonly [type: string, shape: string])[];

/** Reads each type as the type of a parameter, all in one program. */
function shapesOf(declarations: string, types: readonly string[]): readonly string[] {
  const parameters = types.map((type, index) => `p${index}: ${type}`);
  const source = `${declarations}\nexport function tool(${parameters.join(", ")}) {}`;
  return Object.values(createTypeProgram(source).parametersOf()).map(textOf);
}

function describeTable(name: string, declarations: string, table: Table): void {
  describe(name, () => {
    const shapes = shapesOf(
      declarations,
      table.map(([type]) => type),
    );
    it.each(table.map(([type, want], index) => ({ type, want, got: shapes[index] })))("$type", ({ got, want }) => {
      expect(got).toBe(want);
    });
  });
}

describeTable("reads the keywords of the language (A11)", "", [
  ["string", "string"],
  ["number", "number"],
  ["boolean", "boolean"],
  ["bigint", "bigint"],
  ["null", "null"],
  ["object", "non-primitive"],
  ["unknown", "anything"],
  ["any", "anything"],
  ["{}", "anything"],
  ["Object", "anything"],
  ["String", "string"],
  ["symbol", "inexpressible(symbol: symbol)"],
  ["never", "inexpressible(never: never)"],
  ["undefined", "inexpressible(never: undefined)"],
  ["void", "inexpressible(never: void)"],
  ["string | symbol", "(string or inexpressible(symbol: symbol))"],
  ["symbol | null", "inexpressible(symbol: symbol | null)"],
]);

describeTable("reads literals (A11, R25)", 'type Loud = Uppercase<"b" | "a">;', [
  ["true", "true"],
  ['"b" | "a"', '"b" | "a"'],
  ["2 | -1 | 0.5", "2 | -1 | 0.5"],
  ["2n | -1n", "2n | -1n"],
  ['1 | "max" | true', '1 | "max" | true'],
  ['"debug" | 0 | false', '"debug" | 0 | false'],
  ['boolean | "auto"', '(boolean or "auto")'],
  ['"auto" | boolean', '("auto" or boolean)'],
  ['number | "auto" | "none"', '(number or "auto" | "none")'],
  ['"b" | null | "a"', '("b" | "a" or null)'],
  ['"a" | (string & {})', '("a" or string)'],
  ["Loud", '"B" | "A"'],
]);

describeTable(
  "reads enums of every kind (A11)",
  `enum Unit { Fahrenheit = "fahrenheit", Celsius = "celsius" }
   enum Level { Low, High = 10, Higher }
   enum Mixed { Off = 0, Auto = "auto" }
   const enum Day { Tue = "TU", Mon = "MO" }
   enum One { Only = "only" }
   enum Computed { A = "abc".length, B = 4 }
   declare enum Ambient { X, Y = 2 }
   enum Split { B = "b" }
   enum Split { A = "a" }`,
  [
    ["Unit", 'Unit="fahrenheit" | "celsius"'],
    ["Level", "Level=0 | 10 | 11"],
    ["Mixed", 'Mixed=0 | "auto"'],
    ["Day[]", 'array of Day="TU" | "MO"'],
    ["One", '"only"'],
    ["Computed", "Computed=number"],
    ["Ambient", "Ambient=number"],
    ["Split", 'Split="b" | "a"'],
    ["Unit | undefined", 'Unit="fahrenheit" | "celsius"'],
    ["Unit | null", '("fahrenheit" | "celsius" or null)'],
    ["Exclude<Level, Level.High>", "0 | 11"],
    ["Level.Higher | Level.Low", "11 | 0"],
    ["Level.High", "10"],
    ["keyof typeof Unit", '"Fahrenheit" | "Celsius"'],
    ["`${Unit}`", '"fahrenheit" | "celsius"'],
    ["Record<Unit, number>", "Record_Unit_number={ fahrenheit: number, celsius: number }"],
  ],
);

describeTable("reads arrays, their look-alikes and tuples (A11, R05, R07, R23)", "type Nest = Nest[];", [
  ["string[]", "array of string"],
  ["readonly string[]", "array of string"],
  ["ReadonlyArray<readonly number[]>", "array of array of number"],
  ["Iterable<string>", "array of string"],
  ["ArrayLike<number>", "array of number"],
  ["unknown[]", "array of anything"],
  ["(number | null)[]", "array of (number or null)"],
  ["(number | undefined)[]", "array of anything(undefined-element: number | undefined)"],
  ["[a: string, b?: number]", "[string, number?]"],
  ["readonly [string, ...number[]]", "[string, ...number]"],
  ["[...string[], number]", "[...(string or number)] (leading-rest)"],
  ["[]", "[]"],
  ["Nest", "Nest=array of Nest"],
]);

describeTable("reads the types of the platform that have a JSON form (A11, R04, R08)", "", [
  ["Date", "date"],
  ["URL", "url"],
  ["Uint8Array", "bytes"],
  ["Buffer", "bytes"],
  ["Set<string>", "set of string"],
  ["ReadonlySet<Date>", "set of date"],
  ["Map<string, number>", "map of number"],
  ['ReadonlyMap<"a" | "b", Date>', "map of date"],
  ["Date | string", "(date or string)"],
  ["bigint | number", "(bigint or number)"],
  ["Set<string> | string[]", "(set of string or array of string)"],
  ["Date | URL", "inexpressible(ambiguous-rich-types: Date | URL)"],
  ["Date | URL | string", "(date or url or string)"],
  ['Date | Uint8Array | "now" | null', 'inexpressible(ambiguous-rich-types: Date | Uint8Array | "now" | null)'],
  ["Date & { readonly __brand: 1 }", "date"],
]);

describeTable("gives a gap to the types of the platform that have none (A11, R34)", "", [
  ["RegExp", "anything(no-json-form: RegExp)"],
  ["Promise<string>", "anything(no-json-form: Promise<string>)"],
  ["ArrayBuffer", "anything(no-json-form: ArrayBuffer)"],
  ["Float32Array", "anything(no-json-form: Float32Array)"],
  ["Map<number, string>", "anything(no-json-form: Map<number, string>)"],
  ["WeakMap<object, string>", "anything(no-json-form: WeakMap<object, string>)"],
  ["Error", "anything(no-json-form: Error)"],
  ["RegExp | null", "(anything(no-json-form: RegExp | null) or null)"],
]);

describeTable(
  "reads objects (A13, R02, R13)",
  `interface Base { id: string }
   interface Owned<T> extends Base { owner: T; id: string }
   interface Repo extends Owned<{ login: string }> { "full-name": string; stars?: number }
   interface Empty {}
   class Money { amount = 0; note?: string; static count = 1; #secret = 2; protected rate = 3; }
   class Account { readonly iban: string; constructor(iban: string, public owner: string, private pin: string) { this.iban = iban; } }
   class Pump { on(): void {} }
   class Gauge { get level() { return 1; } }
   class Quiet { level = 1; private reset(): void {} }
   class Loud extends Map<string, string> {}
   abstract class Figure { abstract area: number }
   interface Renders { render(): void; title: string }`,
  [
    ["Repo", "Repo={ id: string, owner: { login: string }, full-name: string, stars?: number }"],
    ["Empty", "Empty=anything"],
    [
      "{ a: string | undefined, b: string | null, c?: string | null }",
      "{ a?: string, b: (string or null), c?: (string or null) }",
    ],
    ["{ total: number, [note: string]: number | string }", "{ total: number, [key]: (number or string) }"],
    ["{ [name: `APP_${string}`]: 'b' | 'a' }", '{ [^APP_[\\s\\S]*$]: "b" | "a" }'],
    ["{ [column: number]: string }", "{ [^-?(?:0|[1-9]\\d*)(?:\\.\\d*[1-9])?$]: string }"],
    ["Record<string, string | string[]>", "Record_string_Array_string_string={ [key]: (string or array of string) }"],
    ["Money", "Money={ amount: number, note?: string }"],
    ["Account", "Account={ iban: string, owner: string }"],
    ["Figure", "Figure={ area: number }"],
    ["Quiet", "Quiet={ level: number }"],
    ["Pump", "inexpressible(class-with-methods: Pump)"],
    ["Gauge", "inexpressible(class-with-methods: Gauge)"],
    ["Loud", "inexpressible(class-with-methods: Loud)"],
    ["Pump | string", "(inexpressible(class-with-methods: Pump) or string)"],
    ["typeof Money", "inexpressible(function: typeof Money)"],
    ["() => void", "inexpressible(function: () => void)"],
    ["new () => Money", "inexpressible(function: new () => Money)"],
    ["Function", "inexpressible(function: Function)"],
    ["Renders", "Renders={ render: inexpressible(function: () => void), title: string }"],
    ["{ only?: never, other: 1 }", "{ other: 1 }"],
    ["{ [Symbol.iterator]: string, a: 1 }", "{ a: 1 }"],
  ],
);

describeTable(
  "merges intersections (R01, A11)",
  `import type { Int } from "@runa/runtime";
   interface Pot { soil: string }
   interface HangingPot extends Pot { hook?: string }
   type Audience = { kind: "list"; ids: string[] } | { kind: "all" };
   type Count = Int;`,
  [
    ["HangingPot & { shelf: number }", "{ soil: string, hook?: string, shelf: number }"],
    ["{ width: number | string } & { width: number }", "{ width: number }"],
    [
      "Audience & { subject: string }",
      '({ kind: "list", ids: array of string, subject: string } or { kind: "all", subject: string })',
    ],
    ['string & { readonly __brand: "Id" }', "string"],
    ["(string & { __a: 1 }) | (string & { __b: 1 })", "string"],
    ["string[] & { __brand: 1 }", "array of string"],
    ["Int", "integer"],
    ["Count | null", "(integer or null)"],
    ["Int & { __positive: true }", "integer"],
    ["number & { readonly __brand: 'integer' }", "number"],
  ],
);

describeTable(
  "reads what the checker computes (A11, R10, R11)",
  `const PACE = { Slow: "slow", Fast: "fast" } as const;
   const REGIONS = ["us", "eu", "ap"] as const;
   const fallback = { retries: 3, verbose: false };
   interface Row { id: number; title: string; meta: { votes: number } }
   type Prefixed<T> = { [K in keyof T as \`new_\${string & K}\`]?: T[K] };
   type Data<T> = { [K in keyof T as T[K] extends Function ? never : K]: T[K] };
   interface Widget { title: string; size: number; render(): void }
   declare const quote: (id: { symbol: string }) => Promise<{ bid: number; ask: number }>;
   type Tree = { id: string; secret: string; height: number };
   type Shrub = { id: string; secret: string; width: number };`,
  [
    ["(typeof PACE)[keyof typeof PACE]", '"slow" | "fast"'],
    ["(typeof REGIONS)[number]", '"us" | "eu" | "ap"'],
    ["typeof REGIONS", '["us", "eu", "ap"]'],
    ["typeof fallback", "{ retries: number, verbose: boolean }"],
    ["keyof Row", '"id" | "title" | "meta"'],
    ['Row["meta"]', "{ votes: number }"],
    ["Prefixed<Row>", "Prefixed_Row={ new_id?: number, new_title?: string, new_meta?: { votes: number } }"],
    ["Data<Widget>", "Data_Widget={ title: string, size: number }"],
    ["Awaited<ReturnType<typeof quote>>", "{ bid: number, ask: number }"],
    ["Parameters<typeof quote>[0]", "{ symbol: string }"],
    ['Omit<Tree | Shrub, "secret">', "Omit_Shrub_Tree_secret={ id: string }"],
    ['Pick<Row, "title" | "id">', "Pick_Row_id_title={ title: string, id: number }"],
    ['Partial<Omit<Row, "meta">>', "Partial_Omit_Row_meta={ id?: number, title?: string }"],
    ["Required<{ a?: string | undefined }>", "Required_object={ a: string }"],
  ],
);

describe("reads type parameters (A11)", () => {
  const read = (declaration: string): readonly string[] =>
    Object.values(createTypeProgram(declaration).parametersOf()).map(textOf);

  it("takes their constraint", () => {
    expect(read('export function f<T extends "red" | "green">(a: T, b?: T[]) {}')).toEqual([
      '"red" | "green"',
      'array of "red" | "green"',
    ]);
  });
  it("leaves a gap without one, and for the keys of an open one", () => {
    expect(read("export function f<T>(a: T, b: T[], c: keyof T, d: Partial<{ x: T }>) {}")).toEqual([
      "anything(open-type-parameter: T)",
      "array of anything(open-type-parameter: T)",
      "anything(open-type-parameter: keyof T)",
      "Partial_object={ x?: anything(open-type-parameter: T) }",
    ]);
  });
  it("ends where a constraint leads back to itself", () => {
    expect(read("interface Node2<T> { self?: T; n: number }\nexport function f<T extends Node2<T>>(a: T) {}")).toEqual([
      "Node2_T={ self?: Node2_T, n: number }",
    ]);
    expect(read("export function f<T extends T[]>(a: T) {}")).toEqual([expect.stringContaining("array of")]);
    expect(read("export function f<T extends T>(a: T) {}")).toEqual(["anything(open-type-parameter: T)"]);
  });
});

describe("reads named types once (A13, R14, R16)", () => {
  const source = `
    interface Folder { name: string; parent: Folder | null; files: FileNode[] }
    interface FileNode { folder?: Folder }
    type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
    interface Crate<T> { inside: T }
    interface Chain<T> { value: T; next?: Chain<T[]> }
    declare const tree: { name: string; kids: (typeof tree)[] };
    export function f(a: Folder, b: Folder[], c: Json, d: Crate<Crate<number>>, e: Chain<string>, g: typeof tree) {}`;
  const shapes = createTypeProgram(source).parametersOf();

  it("whatever refers to them", () => {
    const { a, b } = shapes;
    expect(b?.kind === "array" && b.items.kind === "named" && a?.kind === "named" && a.type === b.items.type).toBe(
      true,
    );
  });
  it.each([
    ["a", "Folder={ name: string, parent: (Folder or null), files: array of FileNode={ folder?: Folder } }"],
    ["c", "Json=(string or number or boolean or array of Json or { [key]: Json } or null)"],
    ["d", "Crate_Crate_number={ inside: Crate_number={ inside: number } }"],
    ["g", "Tree={ name: string, kids: array of Tree }"],
  ])("also where they contain themselves: %s", (name, want) => {
    const shape = shapes[name];
    expect(shape && textOf(shape)).toBe(want);
  });
  it("and stops where a type has no end", () => {
    expect(shapes.e && textOf(shapes.e)).toContain("anything(endless: Chain<string[][][][][]>)");
  });
  it("and keeps a union that another one only makes nullable", () => {
    const nullable = createTypeProgram(`
      type Shape = { kind: "dot" } | { kind: "circle"; radius: number };
      export function f(a: Shape, b: Shape | null, c?: Shape) {}`).parametersOf();
    const shape = 'Shape=({ kind: "dot" } or { kind: "circle", radius: number })';
    expect(Object.values(nullable).map(textOf)).toEqual([shape, `(${shape} or null)`, shape]);
  });
});

it("tells a type that cannot be resolved from a declared any (R40)", () => {
  const source = `import type { Plant } from "@lib/plants";
    export function f(a: Plant, b: Plant[], c: Nowhere, d: any, e: Partial<Plant>, g: { h: Plant }) {}`;
  expect(Object.values(createTypeProgram(source).parametersOf()).map(textOf)).toEqual([
    "anything(unresolved: Plant)",
    "array of anything(unresolved: Plant)",
    "anything(unresolved: Nowhere)",
    "anything",
    "anything(unresolved: Partial<Plant>)",
    "{ h: anything(unresolved: Plant) }",
  ]);
});

it("refuses framework types within a parameter, through aliases and subclasses (B3, B5)", () => {
  const source = `import { Agent, type RunContext, type Team, type ToolCall } from "@runa/runtime";
    class SupportAgent extends Agent<string> { topic = ""; }
    class Loud extends SupportAgent {}
    type Context = RunContext<{ user: string }>;
    interface Mine { cancel: string }
    export function f(a: { ctx: Context }, b?: { s?: AbortSignal | null; agent: Loud; t: Team | undefined; c: ToolCall; m: Mine }) {}`;
  expect(Object.values(createTypeProgram(source).parametersOf()).map(textOf)).toEqual([
    "{ ctx: inexpressible(framework-type: Context) }",
    "{ s?: inexpressible(framework-type: AbortSignal | null), agent: inexpressible(framework-type: Loud), " +
      "t?: inexpressible(framework-type: Team | undefined), c: inexpressible(framework-type: ToolCall), " +
      "m: Mine={ cancel: string } }",
  ]);
});

it("reads types of one's own by their names: a local AbortSignal or Date is an ordinary type (B4)", () => {
  const source = `interface AbortSignal { reason: string }
    interface Date { year: number }
    interface RunContext { user: string }
    export function f(a: AbortSignal, b: Date, c: RunContext) {}`;
  expect(Object.values(createTypeProgram(source).parametersOf()).map(textOf)).toEqual([
    "AbortSignal={ reason: string }",
    "Date={ year: number }",
    "RunContext={ user: string }",
  ]);
});

it.each([true, false])("takes undefined out whatever exactOptionalPropertyTypes says: %s (A10, R20)", (exact) => {
  const source = "export function f(a: { x?: string; y: string | undefined; z?: 1 | 2 | null }) {}";
  const { a } = createTypeProgram(source, { exactOptionalPropertyTypes: exact }).parametersOf();
  expect(a && textOf(a)).toBe("{ x?: string, y?: string, z?: (1 | 2 or null) }");
});

describe("the properties of a destructured parameter (A14)", () => {
  const names = (source: string): readonly string[] | undefined =>
    createTypeProgram(source)
      .propertiesOf()
      ?.map(({ name, optional }) => `${name}${optional ? "?" : ""}`);

  it("are those of its type, in declared order", () => {
    expect(
      names(
        "interface B { z: 1 } interface A extends B { b: 1; a?: 2 }\nexport function f({ a }: A = { z: 1, b: 1 }) {}",
      ),
    ).toEqual(["z", "b", "a?"]);
    expect(names("export function f({ a }: { b: string } & { a?: number }) {}")).toEqual(["b", "a?"]);
  });
  it.each(["{ a: 1 } | { b: 2 }", "{ [key: string]: string }", "string[]", "{ a: 1 } | null"])(
    "are none for %s",
    (type) => {
      expect(names(`export function f(p: ${type}) {}`)).toBeUndefined();
    },
  );
});

it("locates a property at its name", () => {
  const properties = createTypeProgram("export function f(p: {\n  city: string }) {}").propertiesOf();
  expect(properties?.[0]?.location).toEqual({ file: "/src/tools.ts", line: 2, column: 3, endLine: 2, endColumn: 7 });
});

it("takes the comments of union members from before them, or from the end of their line (A7)", () => {
  const source = `
    type Size = /** tiny */ "s" | "m" /** medium */ | "l";
    type Unit =
      /** for
       *  most */
      | "c"
      | "f" /** for the US */
      // not this
      | /** kelvin */ "k"
      | "r"; /** old */
    const PACE = { /** in no hurry */ Slow: "slow", Fast: "fast" } as const;
    export function f(a: Size, b: Unit, c: "x" | /** why */ "y") {}`;
  expect(Object.values(createTypeProgram(source).parametersOf()).map(textOf)).toEqual([
    'Size="s" (tiny) | "m" (medium) | "l"',
    'Unit="c" (for\nmost) | "f" (for the US) | "k" (kelvin) | "r" (old)',
    '"x" | "y" (why)',
  ]);
});
