/** What the types of real packages turned up, told again by small ones of our own. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Diagnostic } from "../src/diagnostics/diagnostic.ts";
import { generate } from "../src/generate.ts";
import { createStrictAjv } from "./support/strict-ajv.ts";
import { temporaryProject } from "./support/temporary-project.ts";

async function generateFrom(files: Readonly<Record<string, string>>) {
  const result = await generate({ cwd: temporaryProject(files).root });
  const [tool] = result.manifest.tools;
  return { ...result, parameters: tool?.function.parameters, texts: result.diagnostics.map(textOf) };
}

function textOf({ severity, code, message, fix = "" }: Diagnostic): string {
  return `${severity} ${code} ${message} ${fix}`.trim();
}

const somePackage = (declarations: string) => ({
  "node_modules/some-package/package.json": '{"name":"some-package","version":"1.0.0","types":"index.d.ts"}',
  "node_modules/some-package/index.d.ts": declarations,
});

it("sums up the doc tags of a package that say nothing to a schema in one note: its user cannot change them", async () => {
  const { texts, ok } = await generateFrom({
    ...somePackage(`export interface RunOptions {
  /** Where. @default process.cwd() */
  cwd?: string;
  /**
   * How long.
   * @default \`60 * 1000\` milliseconds
   */
  timeout?: number;
  /**
   * How often.
   * @minimum one
   */
  retries?: number;
}`),
    "src/run.ts":
      'import type { RunOptions } from "some-package";\n/** Run.\n * @tool\n * @param options How */\nexport function run(options: RunOptions): void { void options; }\n',
  });
  expect(ok).toBe(true);
  expect(texts).toEqual([
    'note RG127 2 doc tags in "some-package" are dropped, @default of "options.timeout" first: they are no values that a schema can hold.',
  ]);
});

const items = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => `  /** ${text} */\n  ${"abcdefghij"[index % 10]}${index}?: string;`).join(
    "\n",
  );

it("says of a definition of more than 20 000 tokens how large it is, and which property costs most", async () => {
  const { texts, ok } = await generateFrom({
    "src/send.ts": `interface Block { text: string; fields: Fields; inside?: Block[] }
interface Fields {
${items(900, "One of many fields, with a text that goes on for a while.")}
}
interface Footer {
${items(100, "One of the fields of the footer.")}
}
interface Message { blocks: Block[]; attachments: Block[]; footer: Footer }
/** Send.
 * @tool
 * @param message The message */
export function send(message: Message): void { void message; }
`,
  });
  expect(ok).toBe(true);
  expect(texts).toEqual([
    expect.stringMatching(
      /^warning RG210 The definition of "send" takes about 2\d{4} tokens of every request\. "message\.blocks\[\]\.fields" costs most: about 2\d{4} of them\. Take a smaller type/,
    ),
  ]);
});

it("has nothing to say of a definition that is just not too large", async () => {
  const { texts } = await generateFrom({
    "src/send.ts": `interface Fields {
${items(700, "One of many fields, with a text that goes on for a while.")}
}
/** Send.
 * @tool
 * @param fields The fields */
export function send(fields: Fields): void { void fields; }
`,
  });
  expect(texts).toEqual([]);
});

it("offers a union without the members that no model can send: what type-checks as JSON must be accepted", async () => {
  const { texts, parameters, ok } = await generateFrom({
    "src/draw.ts": `interface Timer { kind: "timer"; every: number; onTick: () => void }
interface Still { kind: "still" }
class Pen { width = 1; draw(): void {} }
/** Draw.
 * @tool
 * @param width How wide
 * @param pen With what
 * @param motion How it moves
 * @param end What comes then */
export function draw(width: number | (() => number), pen: string | Pen | null, motion: Timer | Still, end?: (() => void) | null): void {
  void [width, pen, motion, end];
}
`,
  });
  expect(ok).toBe(true);
  expect(parameters?.properties).toMatchObject({ width: { type: "number" }, pen: { type: ["string", "null"] } });
  expect(Object.keys(parameters?.properties ?? {})).toEqual(["width", "pen", "motion"]);
  expect(texts).toEqual([
    'note RG211 "width" is offered without () => number, a function: no model can send it.',
    'note RG211 "pen" is offered without Pen, a class with methods or accessors: no model can send it.',
    'note RG211 "motion" is offered without one of its types: no model can send () => void for "motion.onTick", a function.',
    expect.stringContaining('warning RG202 "end" is left out'),
  ]);
});

it("reads Record<string, never> as an object without properties, alone and in a union", async () => {
  const { parameters, ok, texts } = await generateFrom({
    "src/put.ts": `type Empty = Record<string, never>;
/** Put.
 * @tool
 * @param block The block
 * @param filter The filter */
export function put(block: { divider: Empty }, filter: { today: Empty } | { equals: string }): void { void [block, filter]; }
`,
  });
  expect(texts).toEqual([]);
  expect(ok).toBe(true);
  const validate = createStrictAjv().compile(parameters ?? {});
  expect(validate({ block: { divider: {} }, filter: { today: {} } })).toBe(true);
  expect(validate({ block: { divider: { a: 1 } }, filter: { today: {} } })).toBe(false);
});

it("does not follow an object of the platform that a mapped type stands before", async () => {
  const { parameters, texts } = await generateFrom({
    "tsconfig.json":
      '{ "compilerOptions": { "module": "nodenext", "strict": true, "types": [], "lib": ["es2023", "dom"] }, "include": ["src"] }',
    "src/chart.ts": `type DeepPartial<T> = T extends (...args: never[]) => unknown ? T : T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T;
interface Options { canvas: HTMLCanvasElement; size: { width: number; height: number } }
/** Chart.
 * @tool
 * @param options How */
export function chart(options: DeepPartial<Options>): void { void options; }
`,
  });
  expect(parameters?.$defs).toBeUndefined();
  expect(parameters?.properties.options).toMatchObject({ properties: { canvas: {}, size: { type: "object" } } });
  expect(JSON.stringify(parameters).length).toBeLessThan(1000);
  expect(texts).toEqual([expect.stringMatching(/^warning RG205 The type of "options\.canvas"/)]);
});

it("lets the first finding of a kind speak for all others in the types of a package", async () => {
  const { texts } = await generateFrom({
    ...somePackage(
      `export interface Options { onStart?: () => void; onEnd?: () => void; onError?: (error: Error) => void; name: string }`,
    ),
    "src/run.ts":
      'import type { Options } from "some-package";\n/** Run.\n * @tool\n * @param options How */\nexport function run(options: Options): void { void options; }\n',
  });
  expect(texts).toEqual([
    'warning RG202 "options.onStart" is left out: no model can send () => void, a function. So it is in 2 more places in the types of "some-package". Tag it @hidden if that is meant.',
  ]);
});

it("says once, as the compiler does, that a type is not there, and never leaves it open (R40)", async () => {
  const { texts, ok } = await generateFrom({
    "src/set.ts":
      "/** Set.\n * @tool\n * @param row The row */\nexport function set(row: Missing): void { void row; }\n/** Put.\n * @tool\n * @param row The row */\n// @ts-expect-error it is not there\nexport function put(row: Lost): void { void row; }\n",
  });
  expect(ok).toBe(false);
  expect(texts).toEqual([
    "error TS2304 Cannot find name 'Missing'.",
    expect.stringMatching(/^error RG154 "put" needs the type "Lost"/),
  ]);
});

it("refuses a type tagged @schema that is not there, which no error of the compiler tells of (R40)", async () => {
  const { texts, ok } = await generateFrom({
    "src/row.ts": "/** A row.\n * @schema */\nexport interface Row { cell: Missing }\n",
  });
  expect(ok).toBe(false);
  expect(texts).toEqual([expect.stringMatching(/^error RG207 The type of "Row\.cell", Missing, could not be found\./)]);
});

it("reads a union that has one member for each of many properties in a time that fits it (A11)", {
  timeout: 20_000,
}, async () => {
  const names = Array.from({ length: 120 }, (_, index) => `query_${String(index).padStart(3, "0")}`);
  const { parameters, ok } = await generateFrom({
    "src/search.ts": `type ExactlyOne<T> = { [K in keyof T]: { [P in K]: T[P] } & { [P in Exclude<keyof T, K>]?: never } }[keyof T];
interface Queries {
${names.map((name) => `  ${name}: { field: string; boost?: number };`).join("\n")}
}
type Query = ExactlyOne<Queries>;
/** Search.
 * @tool
 * @param query The query
 * @param filters More of them */
export function search(query: Query, filters: Record<string, Query>): void { void query; void filters; }
`,
  });
  expect(ok).toBe(true);
  const branches = parameters?.$defs?.Query?.anyOf ?? [];
  expect(branches.map((branch) => Object.keys(branch.properties ?? {}))).toEqual(names.map((name) => [name]));
});

it("leaves open what a package's types need of another one that is not installed, and says so once (A13)", async () => {
  const { parameters, texts, ok } = await generateFrom({
    ...somePackage(`import type { SassOptions, More } from "sass";
export interface Config {
  root: string;
  sass?: SassOptions;
  more?: { inner: More[] };
}`),
    "src/build.ts":
      'import type { Config } from "some-package";\n/** Build.\n * @tool\n * @param config How */\nexport function build(config: Config): void { void config; }\n',
  });
  expect(texts).toEqual([
    'warning RG160 "build" takes types of "some-package" that need "sass", which could not be found: any value is accepted there. Install what is missing, or leave out what depends on it: `Omit<…>`.',
  ]);
  expect(ok).toBe(true);
  expect(parameters?.properties.config?.properties).toMatchObject({ root: { type: "string" }, sass: {} });
});

it("still refuses a type of the user's own that is not found (A13)", async () => {
  const { ok, texts } = await generateFrom({
    "src/build.ts":
      'import type { SassOptions } from "sass";\n/** Build.\n * @tool\n * @param sass How */\nexport function build(sass: SassOptions): void { void sass; }\n',
  });
  expect(ok).toBe(false);
  expect(texts.join("\n")).toContain("TS2307");
});

it("offers a union without what the platform has no JSON form for (A11)", async () => {
  const { parameters, texts } = await generateFrom({
    "src/grep.ts":
      "/** Grep.\n * @tool\n * @param what What\n * @param where Where */\nexport function grep(what: string | RegExp, where: { path: string } | Promise<string> | null): void { void what; void where; }\n",
  });
  expect(parameters?.properties).toMatchObject({
    what: { type: "string" },
    where: { anyOf: [{ required: ["path"], additionalProperties: false }, { type: "null" }] },
  });
  expect(texts.filter((text) => text.includes("RG2"))).toEqual([
    'note RG211 "what" is offered without RegExp, which has no JSON form: no model can send it.',
    'note RG211 "where" is offered without Promise<string>, which has no JSON form: no model can send it.',
  ]);
});

it("requires a rest parameter that takes some arguments in any case (A10)", async () => {
  const { parameters } = await generateFrom({
    "src/walk.ts":
      "/** Walk.\n * @tool\n * @param ends From and to */\nexport function walk(...ends: [from: number, to: number]): void { void ends; }\n",
  });
  expect(parameters).toMatchObject({ required: ["ends"], properties: { ends: { minItems: 2, items: false } } });
  const { parameters: optional } = await generateFrom({
    "src/walk.ts":
      "/** Walk.\n * @tool\n * @param ends From and to */\nexport function walk(...ends: [from?: number, to?: number] | [string, ...number[]]): void { void ends; }\n",
  });
  expect(optional?.required).toBeUndefined();
});

it("says that a @default does not fit, also where an initialiser says the default (A15)", async () => {
  const { parameters, texts } = await generateFrom({
    "src/walk.ts":
      '/** Walk.\n * @tool\n * @param steps How many {@default "many"} */\nexport function walk(steps: number = 3): void { void steps; }\n',
  });
  expect(parameters?.properties.steps?.default).toBe(3);
  expect(texts).toEqual([expect.stringMatching(/^warning RG124 The default "many" of "steps" does not fit/)]);
});

it("takes a file that links lead to for one module, under its own name (A2)", async () => {
  const tool = "/** Walk.\n * @tool */\nexport function walk(): void {}\n";
  const project = temporaryProject({ "src/real/walk.ts": tool, "elsewhere/ride.ts": tool.replace("walk", "ride") });
  mkdirSync(join(project.root, "src/a"));
  symlinkSync("../real", join(project.root, "src/a/linked"));
  symlinkSync("real/walk.ts", join(project.root, "src/again.ts"));
  symlinkSync("../elsewhere/ride.ts", join(project.root, "src/ride.ts"));
  const { ok, manifest } = await generate({ cwd: project.root });
  expect(ok).toBe(true);
  expect(manifest.tools.map(({ runa }) => runa.module)).toEqual(["./real/walk.ts", "./ride.ts"]);
});

it("writes a large type once that has no name and occurs again, under another description too (A11)", async () => {
  const members = Array.from(
    { length: 8 },
    (_, index) => `{ kind: "kind_${index}"; of_this_kind_${index}: string; since: Date }`,
  );
  const { parameters, manifest, ok } = await generateFrom({
    "src/search.ts": `type Query = ${members.join(" | ")};
interface Search {
  /** What has to hold. */
  must: Query | Query[];
  /** What must not. */
  mustNot?: Query | Query[];
  inner: { should: Query[] | Query; small: { a: number }; same: { a: number } };
}
/** Search.
 * @tool
 * @param search What for */
export function find(search: Search): void { void search; }
`,
  });
  expect(ok).toBe(true);
  expect(Object.keys(parameters?.$defs ?? {})).toEqual(["Must", "Query"]);
  const search = parameters?.properties.search?.properties;
  expect(search?.must).toEqual({ $ref: "#/$defs/Must", description: "What has to hold." });
  expect(search?.mustNot).toEqual({ $ref: "#/$defs/Must", description: "What must not." });
  expect(search?.inner?.properties?.small).toEqual(search?.inner?.properties?.same);
  expect(Object.keys(manifest.tools[0]?.runa.convert ?? {})).toContain("/$defs/Query/anyOf/0/properties/since");
  expect(createStrictAjv().compile(parameters ?? {})).toBeTypeOf("function");
});
