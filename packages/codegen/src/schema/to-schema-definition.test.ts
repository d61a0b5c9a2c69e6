import { expect, it } from "vitest";
import { at, callback, date, doc, list, named, object, property, text } from "../../test/support/signatures.ts";
import { createDiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import { toSchemaDefinition } from "./to-schema-definition.ts";

const ticket = { name: "Ticket", location: at(1), module: "/src/a.ts", exportName: "Ticket" };

it("writes a type as a closed object with its conversions (I18)", () => {
  const shape = object(property("title", text, { doc: doc("Short") }), property("due", date, { optional: true }));
  expect(
    JSON.stringify(toSchemaDefinition({ ...ticket, doc: doc("A ticket", "schema"), shape }, createDiagnosticLog())),
  ).toBe(
    '{"schema":{"type":"object","description":"A ticket","properties":{"title":{"type":"string","description":"Short"},"due":{"type":"string","format":"date-time"}},"required":["title"],"additionalProperties":false},"convert":{"/properties/due":"date"}}',
  );
});

it("keeps an object at the root of a type that contains itself", () => {
  const shape = named("Ticket", (self) => object(property("sub", list(self))));
  const { schema, convert } = toSchemaDefinition({ ...ticket, shape }, createDiagnosticLog());
  expect(schema.type).toBe("object");
  expect(schema.properties?.sub).toEqual({ type: "array", items: { $ref: "#/$defs/Ticket" } });
  expect(convert).toBeUndefined();
});

it("reports what no model can send, without a tool", () => {
  const log = createDiagnosticLog();
  toSchemaDefinition({ ...ticket, shape: object(property("on", callback, { location: at(7) })) }, log);
  expect(log.diagnostics).toMatchObject([{ code: "RG201", location: { line: 1 } }]);
  expect(log.diagnostics[0]).not.toHaveProperty("tool");
});
