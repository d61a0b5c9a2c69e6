import { describe, expect, it } from "vitest";
import type { JsonObject, JsonSchema, ParametersSchema } from "../manifest/index.ts";
import { findSecrets } from "./find-secrets.ts";
import { REDACTED, redactArguments } from "./redaction.ts";

const text: JsonSchema = { type: "string" };

function object(
  properties: { readonly [name: string]: JsonSchema },
  more: Pick<JsonSchema, "$defs"> = {},
): ParametersSchema {
  return { type: "object", properties, additionalProperties: false, ...more };
}

function pathsIn(parameters: ParametersSchema, secret: readonly string[], json: JsonObject): string[] {
  return findSecrets({ definition: { parameters }, secret }, json).map((path) => path.join("."));
}

const login = object({ user: text, password: text });
const key = object({ name: text, value: text });

const CASES: readonly (readonly [
  what: string,
  schema: ParametersSchema,
  secret: readonly string[],
  json: JsonObject,
  found: readonly string[],
])[] = [
  ["a parameter", login, ["/properties/password"], { user: "a", password: "b" }, ["password"]],
  ["a value of the wrong type", login, ["/properties/password"], { password: { a: 1 } }, ["password"]],
  ["nothing that is absent", login, ["/properties/password"], { user: "a" }, []],
  ["a key that may be a misspelt secret", login, ["/properties/password"], { pasword: "b", user: "a" }, ["pasword"]],
  ["a nested property", object({ key }), ["/properties/key/properties/value"], { key: { value: "x" } }, ["key.value"]],
  [
    "items of a list",
    object({ keys: { type: "array", items: key } }),
    ["/properties/keys/items/properties/value"],
    { keys: [{ value: "x" }, { name: "n" }, { value: "y" }] },
    ["keys.0.value", "keys.2.value"],
  ],
  [
    "items of a tuple",
    object({ pair: { type: "array", prefixItems: [text, text], items: false } }),
    ["/properties/pair/prefixItems/1"],
    { pair: ["a", "b"] },
    ["pair.1"],
  ],
  [
    "values of a map",
    object({ headers: { type: "object", additionalProperties: text } }),
    ["/properties/headers/additionalProperties"],
    { headers: { a: "x", b: "y" } },
    ["headers.a", "headers.b"],
  ],
  [
    "what matches a pattern",
    object({ env: { type: "object", patternProperties: { "^APP_": text } } }),
    ["/properties/env/patternProperties/^APP_"],
    { env: { APP_KEY: "x" } },
    ["env.APP_KEY"],
  ],
  [
    "any branch of a union",
    object({ auth: { anyOf: [object({ kind: text, token: text }), object({ kind: text, code: text })] } }),
    ["/properties/auth/anyOf/0/properties/token"],
    { auth: { kind: "x", token: "t" } },
    ["auth.token"],
  ],
  [
    "a definition that refers to itself",
    object(
      { root: { $ref: "#/$defs/Node" } },
      { $defs: { Node: object({ pin: text, next: { $ref: "#/$defs/Node" } }) } },
    ),
    ["/$defs/Node/properties/pin"],
    { root: { pin: "1", next: { pin: "2", next: {} } } },
    ["root.pin", "root.next.pin"],
  ],
  [
    "a key with characters that pointers escape",
    object({ "a/b~c": text }),
    ["/properties/a~1b~0c"],
    { "a/b~c": "x" },
    ["a/b~c"],
  ],
  [
    "nothing twice for references in a circle",
    object({ a: { $ref: "#/$defs/A" } }, { $defs: { A: { anyOf: [{ $ref: "#/$defs/A" }, key] } } }),
    ["/$defs/A/anyOf/1/properties/value"],
    { a: { value: "x" } },
    ["a.value"],
  ],
];

describe("findSecrets (L5, R76)", () => {
  it.each(CASES)("finds %s", (_what, schema, secret, json, found) => {
    const paths = pathsIn(schema, secret, json);
    expect([...new Set(paths)]).toEqual(found);
  });

  it("takes everything for secret where the arguments are deeper than the stack", () => {
    const parameters = object(
      { root: { $ref: "#/$defs/Node" } },
      { $defs: { Node: object({ next: { $ref: "#/$defs/Node" }, pin: text }) } },
    );
    let root: JsonObject = {};
    for (let depth = 0; depth < 100_000; depth++) root = { next: root };
    expect(pathsIn(parameters, ["/$defs/Node/properties/pin"], { root, other: 1 })).toEqual(["root", "other"]);
  });
});

it("redactArguments leaves the arguments as they were (L5)", () => {
  const json = { user: "ada", password: "hunter2" };
  const tool = { definition: { parameters: login }, secret: ["/properties/password"] };
  expect(redactArguments(tool, json)).toEqual({ user: "ada", password: REDACTED });
  expect(json.password).toBe("hunter2");
  expect(redactArguments({ definition: { parameters: login } }, json)).toBe(json);
});
