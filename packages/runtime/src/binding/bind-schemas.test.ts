import { describe, expect, it } from "vitest";
import type { Manifest } from "../manifest/index.ts";
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

  it("refuses a manifest of another version", () => {
    expect(() => bindSchemas(JSON.parse('{"version":2,"tools":[],"schemas":{}}'))).toThrow(
      expect.objectContaining({ code: "RUNA_MANIFEST_VERSION" }),
    );
  });
});
