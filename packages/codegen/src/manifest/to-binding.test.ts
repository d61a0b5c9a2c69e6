import type { ToolBinding } from "@runa/runtime/manifest";
import { expect, it } from "vitest";
import { describedTool, locationIn, property, type ToolSketch } from "../../test/support/described-tools.ts";
import { toBinding } from "./to-binding.ts";

const city = {
  name: "city",
  optional: false,
  shape: { kind: "string" },
  location: locationIn("/p/src/tools.ts"),
} as const;
const base = { module: "./tools.ts", export: "f", params: [], async: true, thread: "main" } as const;

it.each<[string, Omit<ToolSketch, "name">, ToolBinding]>([
  ["what is always written", {}, base],
  [
    "parameters in call order, each as it is bound (A14)",
    {
      parameters: [
        property("city"),
        { kind: "injected", name: "context", inject: "ctx", location: locationIn("/p/src/tools.ts") },
        { kind: "injected", name: "team", inject: "team", required: true, location: locationIn("/p/src/tools.ts") },
        property("onDone", true),
        { kind: "rest", property: { ...city, name: "tags" } },
      ],
      leftOut: ["onDone"],
    },
    { ...base, params: ["city", { inject: "ctx" }, { inject: "team", required: true }, null, { rest: "tags" }] },
  ],
  [
    "the properties of a flattened parameter without those left out",
    {
      parameters: [
        {
          kind: "flattened",
          properties: [city, { ...city, name: "onDone" }],
          location: locationIn("/p/src/tools.ts"),
        },
      ],
      leftOut: ["onDone"],
    },
    { ...base, params: [{ object: ["city"] }] },
  ],
  [
    "a static method beside its class",
    { exportName: "Clock", method: "now", isStatic: true, module: "/p/shared/clock.ts" },
    {
      module: "../shared/clock.ts",
      export: "Clock",
      method: "now",
      static: true,
      params: [],
      async: true,
      thread: "main",
    },
  ],
  [
    "what is there and true, in one order of keys",
    {
      isAsync: false,
      threadReason: "reads process.env",
      convert: { "/properties/at": "date" },
      secret: ["/properties/key"],
      isExternal: true,
      isReadonly: true,
      isDestructive: true,
      isIdempotent: true,
      isDeprecated: true,
      returnSchema: { type: "string" },
    },
    {
      ...base,
      async: false,
      why: "reads process.env",
      convert: { "/properties/at": "date" },
      secret: ["/properties/key"],
      external: true,
      readonly: true,
      destructive: true,
      idempotent: true,
      deprecated: true,
      returns: { type: "string" },
    },
  ],
])("binds %s", (_name, sketch, wanted) => {
  const binding = toBinding(describedTool({ name: "f", ...sketch }), "/p/src/runa.tools.json");
  expect(JSON.stringify(binding)).toBe(JSON.stringify(wanted));
});
