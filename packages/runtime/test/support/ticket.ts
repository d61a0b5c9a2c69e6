/** A `@schema` type as a generated binding has it: a title, and perhaps a date. */
import { bindSchemas, type Schema } from "@runa/runtime";
import type { Manifest } from "@runa/runtime/manifest";

export interface Ticket {
  readonly title: string;
  readonly due?: Date;
}

export const ticketManifest: Manifest = {
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

export const ticket: Schema<Ticket> = bindSchemas<{ readonly Ticket: Schema<Ticket> }>(ticketManifest).Ticket;
