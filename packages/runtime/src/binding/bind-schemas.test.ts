import { describe, expect, it } from "vitest";
import { ticket } from "../../test/support/ticket.ts";
import { bindSchemas } from "./bind-schemas.ts";

describe("bindSchemas (I18)", () => {
  it("gives values of the type, dates and all", async () => {
    const { due } = await ticket.parse({ title: "a", due: "2026-01-31T12:00:00Z" });
    expect(due).toEqual(new Date("2026-01-31T12:00:00Z"));
  });

  it("says what is wrong with a value", async () => {
    await expect(ticket.parse({ titel: "a" })).rejects.toThrow(
      /^The value is no Ticket: \/ must have property 'title'; \/ has unknown property 'titel', did you mean 'title'\?/,
    );
    await expect(ticket.parse({ titel: "a" })).rejects.toThrow(
      expect.objectContaining({ code: "RUNA_SCHEMA_MISMATCH" }),
    );
  });

  it("is a Standard Schema", async () => {
    const { version, validate } = ticket["~standard"];
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
