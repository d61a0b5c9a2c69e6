import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { bound, manifestEntry, manifestOf, text } from "../../test/support/bound.ts";
import type { Manifest } from "../manifest/index.ts";
import { bindSchemas, type Schema } from "./bind-schemas.ts";
import { bindTools } from "./bind-tools.ts";
import { tool } from "./tool-function.ts";

const city = { properties: { city: text }, required: ["city"] };
const codeOf = (code: string): unknown => expect.objectContaining({ code });

interface Ticket {
  title: string;
  due?: Date;
  labels: Set<string>;
}

const schemas = bindSchemas<{ readonly Ticket: Schema<Ticket>; readonly Names: Schema<string[]> }>({
  version: 1,
  tools: [],
  schemas: {
    Ticket: {
      schema: {
        type: "object",
        properties: {
          title: text,
          due: { type: "string", format: "date-time" },
          labels: { type: "array", items: text, uniqueItems: true },
        },
        required: ["title", "labels"],
        additionalProperties: false,
      },
      convert: { "/properties/due": "date", "/properties/labels": "set" },
    },
    Names: { schema: { type: "array", items: text } },
  },
});

describe("bindTools (A21)", () => {
  it("gives a tool for each function, under its name", async () => {
    const getWeather = (city: string): string => `sunny in ${city}`;
    const tools = bindTools(manifestOf(manifestEntry("getWeather", city)), import.meta.url, { getWeather });
    expect(Object.keys(tools)).toEqual(["getWeather"]);
    expect(tools.getWeather?.definition.parameters.required).toEqual(["city"]);
    expect(await tools.getWeather?.invoke('{"city":"Oslo"}')).toBe("sunny in Oslo");
  });

  const entry = manifestEntry("getWeather", city);
  const { params: _params, ...withoutParams } = entry.runa;
  it.each<[string, unknown, RegExp]>([
    ["nothing", null, /holds no manifest\. Run runa-gen\.$/],
    ["no tools", { version: 1 }, /: tools must be a list\. Run runa-gen\.$/],
    ["a tool that is nothing", { version: 1, tools: [null] }, /: tools\[0\]: must be an object\./],
    [
      "no binding",
      { version: 1, tools: [{ ...entry, runa: undefined }] },
      /: tool "getWeather": runa must be an object\./,
    ],
    [
      "no params",
      { version: 1, tools: [{ ...entry, runa: withoutParams }] },
      /: tool "getWeather": runa\.params must be/,
    ],
    [
      "an unknown injection",
      { version: 1, tools: [manifestEntry("getWeather", { params: [{ inject: "toString" as "ctx" }] })] },
      /: tool "getWeather": runa\.params\[0\] is \{"inject":"toString"\}, which is unknown\./,
    ],
    [
      "no parameters",
      { version: 1, tools: [{ ...entry, function: { name: "getWeather", description: "" } }] },
      /: tool "getWeather": function\.parameters must be/,
    ],
  ])("refuses a manifest with %s", (_what, manifest, message) => {
    const bind = (): object => bindTools(manifest as Manifest, "file:///b.ts", { getWeather: () => "" });
    expect(bind).toThrow(codeOf("RUNA_INVALID_MANIFEST"));
    expect(bind).toThrow(message);
  });

  it("binds a static method with its class as this, and leaves methods of instances out (A19)", async () => {
    class Prices {
      static readonly rate: number = 2;
      static convert(amount: number): number {
        return amount * Prices.rate;
      }
      round(amount: number): number {
        return Math.round(amount);
      }
    }
    const entries = [
      manifestEntry("convert", {
        export: "Prices",
        method: "convert",
        static: true,
        properties: { amount: { type: "number" } },
      }),
      manifestEntry("round", { export: "Prices", method: "round", properties: { amount: { type: "number" } } }),
    ];
    const tools = bindTools(manifestOf(...entries), import.meta.url, { convert: Prices, round: Prices });
    expect(Object.keys(tools)).toEqual(["convert"]);
    expect(await tools.convert?.invoke({ amount: 2 })).toBe("4");
  });

  it("makes external tools without a function", () => {
    const tools = bindTools(manifestOf(manifestEntry("elsewhere", { external: true })), import.meta.url, {});
    expect(tools.elsewhere?.name).toBe("elsewhere");
  });

  it("refuses an unknown version, a missing function, what is no function, and two tools of one name", () => {
    const entry = manifestEntry("getWeather", city);
    const newer = JSON.parse(JSON.stringify({ ...manifestOf(entry), version: 999 }));
    expect(() => bindTools(newer, import.meta.url, {})).toThrow(codeOf("RUNA_MANIFEST_VERSION"));
    expect(() => bindTools(manifestOf(entry), import.meta.url, {})).toThrow(codeOf("RUNA_NO_FUNCTION"));
    const method = manifestEntry("gone", { export: "Prices", method: "gone", static: true });
    expect(() => bindTools(manifestOf(method), import.meta.url, { gone: class Prices {} })).toThrow(
      codeOf("RUNA_NOT_A_FUNCTION"),
    );
    expect(() => bindTools(manifestOf(entry, entry), import.meta.url, { getWeather: () => "" })).toThrow(
      codeOf("RUNA_NAME_CLASH"),
    );
  });

  it("takes the options that tool() marked the function with (A1)", () => {
    const refund = tool((amount: number) => amount, { timeout: 50 });
    const made = bound("refund", refund, { properties: { amount: { type: "number" } } });
    expect(made.options).toEqual({ timeout: 50 });
  });
});

describe("tool()", () => {
  it("returns the same function, which runs without a manifest (A2)", () => {
    const add = (a: number, b: number): number => a + b;
    expect(tool(add)).toBe(add);
    expect(tool(add, { sequential: true })(1, 2)).toBe(3);
  });

  it("refuses an option that does not exist, and says which do (A4)", () => {
    const wrong: object = { timeuot: 5 };
    expect(() => tool(() => "", wrong)).toThrow(/no option "timeuot"; did you mean "timeout"\? Its options are name, /);
    expect(() => tool(() => "", { timeout: -1 })).toThrow(codeOf("RUNA_INVALID_OPTION"));
    expect(() => tool(() => "", { name: "get weather" })).toThrow(/must match \^\[a-zA-Z0-9_-\]\{1,64\}\$/);
  });
});

describe("tool.fromSchema (A18)", () => {
  it("runs without an entry in a manifest, and is validated like the rest", async () => {
    const sum = tool.fromSchema({
      name: "sum",
      description: "Adds.",
      parameters: {
        type: "object",
        properties: { a: { type: "number" }, b: { type: "number" } },
        required: ["a", "b"],
      },
      execute: ({ a, b }: { a: number; b: number }, ctx) => `${a + b} for ${String(ctx.context)}`,
    });
    expect(await sum.invoke({ a: 1, b: 2 }, { ctx: { context: "Ada" } })).toBe("3 for Ada");
    expect(await sum.invoke({ a: "1" })).toBe(
      `error: invalid arguments for sum: / must have property 'b'; /a must be number, not string "1"`,
    );
  });

  it("refuses a bad name, and a schema that is not one of an object", () => {
    const parameters = { type: "object" } as const;
    const execute = (): string => "";
    expect(() => tool.fromSchema({ name: "a b", description: "", parameters, execute })).toThrow(
      codeOf("RUNA_INVALID_OPTION"),
    );
  });

  it.each([
    ["a list", { type: "array" }, 'must be a JSON Schema of an object, with "type": "object", not "array"'],
    ["a union", z.toJSONSchema(z.union([z.string(), z.number()])), 'with "type": "object", not ["string","number"]'],
    ["a schema without a type", {}, 'with "type": "object", not one without a type'],
    ["a schema of another library", z.object({}), "take its JSON Schema, as z.toJSONSchema(…) makes one"],
    ["a schema of ours of no object", schemas.Names, 'with "type": "object", not "array"'],
  ])("refuses parameters that are no schema of an object: %s", (_, parameters, problem) => {
    const make = (): unknown => tool.fromSchema({ name: "a", description: "", parameters, execute: () => "" });
    expect(make).toThrow(codeOf("RUNA_INVALID_OPTION"));
    expect(make).toThrow(problem);
  });

  it("takes the JSON Schema that another library makes", async () => {
    const greet = tool.fromSchema({
      name: "greet",
      description: "Greets.",
      parameters: z.toJSONSchema(z.object({ who: z.string(), loud: z.boolean().default(false) }), { io: "input" }),
      execute: ({ who }: { who: string }) => `Hello, ${who}.`,
    });
    expect(await greet.invoke({ who: "Ada" })).toBe("Hello, Ada.");
    expect(await greet.invoke({ who: 1 })).toMatch(/must be string, not number 1/);
  });

  it("takes a schema of the binding, converts to its type, and is typed by it (A11)", async () => {
    const file = tool.fromSchema({
      name: "file",
      description: "Files a ticket.",
      parameters: schemas.Ticket,
      execute: ({ title, due, labels }) => {
        expectTypeOf(due).toEqualTypeOf<Date | undefined>();
        return `${title} ${due?.getUTCFullYear()} ${labels.has("b")}`;
      },
    });
    const json = { title: "Leak", due: "2026-01-31T12:00:00Z", labels: ["a", "b"] };
    expect(await file.invoke(json)).toBe("Leak 2026 true");
    expect(await file.invoke({ ...json, due: "2026-01-31T23:59:60Z" })).toMatch(/\/due must be a date that exists/);
    const plain = tool.fromSchema({ name: "f", description: "", parameters: schemas.Ticket.schema, execute: String });
    expect(plain.definition.parameters).toBe(schemas.Ticket.schema);
  });
});

describe("with()", () => {
  it("gives a copy, and keeps the definition object where nothing in it changes", () => {
    const original = bound("getWeather", (c: string) => c, city);
    const copy = original.with({ timeout: 10 });
    expect(copy).not.toBe(original);
    expect(copy.options).toEqual({ timeout: 10 });
    expect(original.options).toEqual({});
    expect(copy.definition).toBe(original.definition);
    expect(copy.with({ sequential: true }).options).toEqual({ timeout: 10, sequential: true });
  });

  it("renames, so that two of one name can stand beside each other (A22)", async () => {
    const renamed = bound("getWeather", (c: string) => c, city).with({ name: "weather_2", description: "Other." });
    expect(renamed.name).toBe("weather_2");
    expect(renamed.definition).toMatchObject({ name: "weather_2", description: "Other." });
    expect(await renamed.invoke({ city: "Oslo" })).toBe("Oslo");
  });
});
