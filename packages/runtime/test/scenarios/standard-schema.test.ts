/** What `bindSchemas` gives is taken by libraries that take Standard Schemas: each is the real one (I18). */
import { sValidator } from "@hono/standard-validator";
import { bindSchemas, type JsonForm, type Schema } from "@runa/runtime";
import { FormApi } from "@tanstack/form-core";
import { initTRPC } from "@trpc/server";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { Manifest } from "../../src/manifest/index.ts";

interface Ticket {
  readonly title: string;
  readonly urgency: "low" | "high";
  readonly due?: Date;
}

const manifest: Manifest = {
  version: 1,
  tools: [],
  schemas: {
    Ticket: {
      schema: {
        type: "object",
        properties: {
          title: { type: "string" },
          urgency: { type: "string", enum: ["low", "high"] },
          due: { type: "string", format: "date-time" },
        },
        required: ["title", "urgency"],
        additionalProperties: false,
      },
      convert: { "/properties/due": "date" },
    },
  },
};
const schemas = bindSchemas<{ readonly Ticket: Schema<Ticket> }>(manifest);

const DUE = "2026-01-31T12:00:00Z";
const GOOD: JsonForm<Ticket> = { title: "Leak", urgency: "high", due: DUE };
/** As it comes from outside: no type holds it back. */
const WRONG: JsonForm<Ticket> = JSON.parse('{"title":"Leak","urgency":"hgih"}');
const PROBLEM = /must be one of "low", "high"/;

describe("schemas.Ticket", () => {
  it("is the input of a tRPC procedure", async () => {
    const t = initTRPC.create();
    const router = t.router({ due: t.procedure.input(schemas.Ticket).query(({ input }) => input.due) });
    const caller = t.createCallerFactory(router)({});
    expect(await caller.due(GOOD)).toEqual(new Date(DUE));
    await expect(caller.due(WRONG)).rejects.toThrow(PROBLEM);
  });

  it("validates the body of a request to Hono", async () => {
    const app = new Hono().post("/", sValidator("json", schemas.Ticket), (context) =>
      context.text(String(context.req.valid("json").due?.getUTCFullYear())),
    );
    const post = (body: object): Promise<Response> =>
      Promise.resolve(
        app.request("/", {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
        }),
      );
    expect(await (await post(GOOD)).text()).toBe("2026");
    const refused = await post(WRONG);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("/urgency".slice(1));
  });

  it("validates a form of TanStack", async () => {
    const errorsOf = async (defaultValues: JsonForm<Ticket>): Promise<string> => {
      const form = new FormApi({ defaultValues, validators: { onSubmitAsync: schemas.Ticket } });
      form.mount();
      await form.handleSubmit();
      return JSON.stringify(form.state.errors);
    };
    expect(await errorsOf(GOOD)).toBe("[]");
    expect(await errorsOf(WRONG)).toMatch(/urgency.*must be one of/);
  });
});
