import { describe, expect, expectTypeOf, it } from "vitest";
import { ticketManifest } from "../../test/support/ticket.ts";
import type { JsonSchema, Manifest } from "../manifest/index.ts";
import type { Int } from "../tool/int.ts";
import { bindSchemas, type JsonForm, type Schema } from "./bind-schemas.ts";

const manifest: Manifest = {
  version: 1,
  tools: [],
  schemas: {
    ...ticketManifest.schemas,
    Branch: {
      schema: {
        $ref: "#/$defs/Branch",
        $defs: {
          Branch: {
            type: "object",
            properties: {
              at: { type: "string", format: "date-time" },
              twigs: { type: "array", items: { $ref: "#/$defs/Branch" } },
            },
            required: ["at"],
            additionalProperties: false,
          },
        },
      },
      convert: { "/$defs/Branch/properties/at": "date" },
    },
  },
};
const planManifest: Manifest = {
  version: 1,
  tools: [],
  schemas: {
    Plan: {
      schema: {
        type: "object",
        properties: {
          title: { type: "string" },
          steps: {
            type: "array",
            items: {
              type: "object",
              properties: { done: { type: "boolean" } },
              required: ["done"],
              additionalProperties: false,
            },
          },
          votes: { type: "object", additionalProperties: { type: "number" } },
          by: { anyOf: [kind("person"), kind("robot")] },
          due: { type: "array", items: { type: "string", format: "date-time" } },
        },
        required: ["title", "steps"],
        additionalProperties: false,
      },
      convert: { "/properties/due/items": "date" },
    },
  },
};

function kind(name: string): JsonSchema {
  return {
    type: "object",
    properties: { kind: { type: "string", enum: [name] } },
    required: ["kind"],
    additionalProperties: false,
  };
}

interface Branch {
  readonly at: Date;
  readonly twigs?: readonly Branch[];
}
interface Schemas {
  readonly Ticket: Schema<{ title: string; due?: Date }>;
  readonly Branch: Schema<Branch>;
}
const { Ticket, Branch } = bindSchemas<Schemas>(manifest);

describe("bindSchemas (I18)", () => {
  it("gives values of the type, dates and all", async () => {
    const { due } = await Ticket.parse({ title: "a", due: "2026-01-31T12:00:00Z" });
    expect(due).toEqual(new Date("2026-01-31T12:00:00Z"));
  });

  it("says what is wrong with a value", async () => {
    await expect(Ticket.parse({ titel: "a" })).rejects.toThrow(
      /^The value is no Ticket: \/ must have property 'title'; \/ has unknown property 'titel', did you mean 'title'\?/,
    );
    await expect(Ticket.parse({ titel: "a" })).rejects.toThrow(
      expect.objectContaining({ code: "RUNA_SCHEMA_MISMATCH" }),
    );
  });

  it("is a Standard Schema", async () => {
    const { version, validate } = Ticket["~standard"];
    expect(version).toBe(1);
    expect(await validate({ title: "a" })).toEqual({ value: { title: "a" } });
    expect(await validate({ title: "a", due: "2026-01-31T23:59:60Z" })).toEqual({
      issues: [{ message: expect.stringMatching(/^must be a date that exists/), path: ["due"] }],
    });
  });

  it.each([
    ["a missing property", { steps: [] }, ["title"]],
    ["a missing property of an item", { title: "a", steps: [{}] }, ["steps", 0, "done"]],
    ["an unknown property", { title: "a", steps: [], "x/y": 1 }, ["x/y"]],
    [
      "an unknown property of an item",
      { title: "a", steps: [{ done: true }, { done: true, why: "" }] },
      ["steps", 1, "why"],
    ],
    ["an item", { title: "a", steps: [1] }, ["steps", 0]],
    ["a property whose name is a number", { title: "a", steps: [], votes: { 0: "many" } }, ["votes", "0"]],
    ["the property that tells forms apart", { title: "a", steps: [], by: {} }, ["by", "kind"]],
    ["what has no counterpart", { title: "a", steps: [], due: ["2026-01-31T23:59:60Z"] }, ["due", 0]],
  ])("says where the issue is: %s", async (_, value, path) => {
    const { Plan } = bindSchemas<{ readonly Plan: Schema }>(planManifest);
    const { issues } = await Plan["~standard"].validate(value);
    expect(issues).toEqual([{ message: expect.any(String), path }]);
  });

  const AT = "2026-01-31T12:00:00Z";

  it("says of a list in which place something is wrong, as a number", async () => {
    const value = { at: AT, twigs: [{ at: AT }, { at: AT, twigs: [{ at: "now" }] }] };
    expect(await Branch["~standard"].validate(value)).toEqual({
      issues: [{ message: expect.stringMatching(/^must be a date and time/), path: ["twigs", 1, "twigs", 0, "at"] }],
    });
  });

  it("refuses a value that nests deeper than it can be checked, and does not fail", async () => {
    let value: object = { at: AT };
    for (let depth = 0; depth < 20_000; depth++) value = { at: AT, twigs: [value] };
    expect(await Branch["~standard"].validate(value)).toEqual({
      issues: [{ message: "is nested too deeply", path: [] }],
    });
  });

  it("has a JSON form for every type, without brands", () => {
    type Id = string & { readonly brand: "id" };
    interface Everything {
      readonly id: Id;
      readonly count: Int;
      readonly size: "s" | "l" | 3 | true | null;
      readonly pair: [Date, URL?];
      readonly seen: Set<Int>;
      readonly byName: Map<string, bigint>;
      readonly any: unknown;
      readonly more?: readonly Everything[];
    }
    type Form = JsonForm<Everything>;
    expectTypeOf<Form["id"]>().toEqualTypeOf<string>();
    expectTypeOf<Form["count"]>().toEqualTypeOf<number>();
    expectTypeOf<Form["size"]>().toEqualTypeOf<"s" | "l" | 3 | true | null>();
    expectTypeOf<Form["pair"]>().toEqualTypeOf<[string, string?]>();
    expectTypeOf<Form["seen"]>().toEqualTypeOf<readonly number[]>();
    expectTypeOf<Form["byName"]>().toEqualTypeOf<{ readonly [key: string]: number }>();
    expectTypeOf<Form["any"]>().toEqualTypeOf<unknown>();
    expectTypeOf<NonNullable<Form["more"]>[number]["id"]>().toEqualTypeOf<string>();
  });

  it("refuses a manifest of another version", () => {
    expect(() => bindSchemas(JSON.parse('{"version":2,"tools":[],"schemas":{}}'))).toThrow(
      expect.objectContaining({ code: "RUNA_MANIFEST_VERSION" }),
    );
  });
});
