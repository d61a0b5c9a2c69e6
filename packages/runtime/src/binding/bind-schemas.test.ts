import { describe, expect, it } from "vitest";
import type { JsonSchema, Manifest } from "../manifest/index.ts";
import { bindSchemas, type Schema } from "./bind-schemas.ts";

const manifest: Manifest = {
  version: 1,
  tools: [],
  schemas: {
    Ticket: {
      schema: {
        type: "object",
        properties: { title: { type: "string" }, due: { type: "string", format: "date-time" } },
        required: ["title"],
        additionalProperties: false,
      },
      convert: { "/properties/due": "date" },
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

const { Ticket } = bindSchemas<{ readonly Ticket: Schema<{ title: string; due?: Date }> }>(manifest);

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

  it("refuses a manifest of another version", () => {
    expect(() => bindSchemas(JSON.parse('{"version":2,"tools":[],"schemas":{}}'))).toThrow(
      expect.objectContaining({ code: "RUNA_MANIFEST_VERSION" }),
    );
  });
});
