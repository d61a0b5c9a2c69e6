import { describe, expect, it } from "vitest";
import type { JsonSchema, JsonValue } from "../json-schema.ts";
import type { ToolDefinition } from "../manifest.ts";
import { lower, lowerSchema } from "./lower.ts";
import { DIALECTS, type Dialect } from "./lowered.ts";

const CLOSED = { type: "object", additionalProperties: false } as const;

function tool(
  properties: { readonly [name: string]: JsonSchema },
  required: readonly string[] = Object.keys(properties),
  rest: JsonSchema = {},
): ToolDefinition {
  return {
    name: "a_tool",
    description: "Does it.",
    parameters: {
      ...rest,
      type: "object",
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
  };
}

function propertyOf(definition: ToolDefinition, dialect: Dialect, name = "a"): JsonSchema | undefined {
  return lower(definition, dialect).definition.parameters.properties?.[name];
}

function back(definition: ToolDefinition, dialect: Dialect, sent: JsonValue): JsonValue {
  const { restore } = lower(definition, dialect);
  return restore ? restore(sent) : sent;
}

/** Schema of one property, in and out, and what is said of it. */
const loweredProperty = (schema: JsonSchema, dialect: Dialect, $defs?: JsonSchema["$defs"]) => {
  const parameters = { type: "object", properties: { a: schema }, required: ["a"], ...($defs && { $defs }) } as const;
  const { definition, lost } = lower({ name: "a_tool", description: "Does it.", parameters }, dialect);
  return { schema: definition.parameters.properties?.a, lost: lost.map(({ keyword }) => keyword) };
};

describe("local servers", () => {
  it.each<readonly [string, JsonSchema, JsonSchema, readonly string[]]>([
    ["a short text", { type: "string", maxLength: 1000 }, { type: "string", maxLength: 1000 }, []],
    [
      "a long text",
      { type: "string", maxLength: 1001 },
      { type: "string", description: "(at most 1001 characters)" },
      ["maxLength"],
    ],
    [
      "a long list",
      { type: "array", items: { type: "string" }, maxItems: 5000 },
      { type: "array", items: { type: "string" }, description: "(at most 5000 items)" },
      ["maxItems"],
    ],
    [
      "a whole pattern",
      { type: "string", pattern: "^[a-z]{2,4}-(x|y)+\\.$" },
      { type: "string", pattern: "^[a-z]{2,4}-(x|y)+\\.$" },
      [],
    ],
    ["any value", {}, { description: "(any value)" }, []],
    [
      "a tuple",
      { type: "array", prefixItems: [{ type: "string" }], items: false, minItems: 1 },
      {
        type: "array",
        items: { type: "string" },
        minItems: 1,
        maxItems: 1,
        description: "(items in this order: string)",
      },
      ["prefixItems"],
    ],
    [
      "a huge bound",
      { type: "integer", maximum: 1e300 },
      { type: "integer", description: "(at most 1e+300)" },
      ["maximum"],
    ],
  ])("keep the grammar of llama.cpp from stumbling over %s", (_name, schema, want, lost) => {
    expect(loweredProperty(schema, "llamacpp")).toEqual({ schema: want, lost });
  });

  it.each([
    "abc",
    "^abc",
    "^a|b$",
    "^\\d+$",
    "^[^a]$",
    "^.*$",
    "^(?=a)a$",
    "^(?:a)$",
    "^a{1,5000}$",
    "^a+?$",
    '^"$',
    "^ü$",
    "^\\b$",
    "^[\\w]$",
  ])("tell llama.cpp the pattern %s in words", (pattern) => {
    expect(loweredProperty({ type: "string", pattern }, "llamacpp")).toEqual({
      schema: { type: "string", description: `(matching the regular expression ${pattern})` },
      lost: ["pattern"],
    });
  });

  const tree: JsonSchema = {
    type: "object",
    properties: { name: { type: "string", minLength: 1 }, next: { $ref: "#/$defs/Tree" } },
    required: ["name"],
    additionalProperties: false,
  };

  it("show Ollama a definition that contains itself once, and the rest in words", () => {
    const named = { type: "string", description: "(at least 1 character)" };
    const { schema, lost } = loweredProperty({ $ref: "#/$defs/Tree" }, "ollama", { Tree: tree });
    expect(schema).toMatchObject({ properties: { name: named, next: { type: "object" } } });
    expect(JSON.stringify(schema)).not.toContain("$ref");
    expect(JSON.stringify(schema)).toContain("in the form of Tree again");
    expect(lost).toContain("$ref");
    expect(lost).toContain("minLength");
  });

  it.each<readonly [string, JsonSchema, JsonSchema]>([
    ["a constant", { const: "a" }, { enum: ["a"], type: "string" }],
    [
      "a dictionary",
      { type: "object", additionalProperties: { type: "number" } },
      { type: "object", description: "(any keys, each with number)" },
    ],
    [
      "a format and a default",
      { type: "string", format: "date", default: "x" },
      { type: "string", description: '(format date; default "x")' },
    ],
    ["a choice", { oneOf: [{ type: "string" }, { type: "null" }] }, { anyOf: [{ type: "string" }, { type: "null" }] }],
  ])("say to Ollama in its keywords %s", (_name, schema, want) => {
    expect(loweredProperty(schema, "ollama").schema).toEqual(want);
  });
});

describe("a definition that a dialect takes as it is", () => {
  const plain = tool({ city: { type: "string" }, unit: { type: "string", enum: ["celsius", "fahrenheit"] } });

  it.each(DIALECTS)("comes back as the same object from %s, without a way back or a loss", (dialect) => {
    const lowered = lower(plain, dialect);
    expect(lowered.definition).toBe(plain);
    expect(lowered.restore).toBeUndefined();
    expect(lowered.lost).toEqual([]);
  });

  it("keeps the objects of subschemas that did not change", () => {
    const definition = tool({
      same: { type: "array", items: { type: "string" } },
      other: { type: "string", minLength: 1 },
    });
    expect(propertyOf(definition, "openai-strict", "same")).toBe(definition.parameters.properties.same);
  });
});

describe("OpenAI, strict", () => {
  it("requires every property, and makes an optional one nullable, for `(a: string, b = 42)` (A17)", () => {
    const definition = tool({ a: { type: "string" }, b: { type: "number", default: 42 } }, ["a"]);
    expect(lower(definition, "openai-strict").definition.parameters).toEqual({
      ...CLOSED,
      properties: { a: { type: "string" }, b: { type: ["number", "null"], description: "(default 42)" } },
      required: ["a", "b"],
    });
    expect(back(definition, "openai-strict", { a: "x", b: null })).toEqual({ a: "x" });
  });

  it("turns null into absent for defaulted and optional parameters (R19)", () => {
    const mist = tool({ bench: { type: "string" }, liters: { type: "number", default: 2 }, note: { type: "string" } }, [
      "bench",
    ]);
    expect(back(mist, "openai-strict", { bench: "b", liters: null, note: null })).toEqual({ bench: "b" });
  });

  it("keeps a null that the neutral schema knows, beside one that it added (R20)", () => {
    const tag: JsonSchema = {
      ...CLOSED,
      properties: {
        a: { type: "string" },
        b: { type: ["string", "null"] },
        c: { type: ["string", "null"] },
        d: { type: "string" },
      },
      required: ["b"],
    };
    const tagIt = tool({ tag });
    expect(back(tagIt, "openai-strict", { tag: { a: null, b: null, c: null, d: null } })).toEqual({
      tag: { b: null, c: null },
    });
  });

  it("adds null to an enum as well as to its type", () => {
    expect(propertyOf(tool({ a: { type: "string", enum: ["x"] } }, []), "openai-strict")).toEqual({
      type: ["string", "null"],
      enum: ["x", null],
    });
  });

  it("closes each branch of a discriminated union and requires all its keys (R17)", () => {
    const once = {
      ...CLOSED,
      properties: { kind: { type: "string", enum: ["once"] }, at: { type: "string" } },
      required: ["kind"],
    } as const;
    const weekly = {
      ...CLOSED,
      properties: { kind: { type: "string", enum: ["weekly"] }, at: { type: ["string", "null"] } },
      required: ["kind", "at"],
    } as const;
    const schedule = tool({ a: { oneOf: [once, weekly] } });
    expect(propertyOf(schedule, "openai-strict")).toEqual({
      anyOf: [
        { ...once, properties: { ...once.properties, at: { type: ["string", "null"] } }, required: ["kind", "at"] },
        weekly,
      ],
    });
    expect(back(schedule, "openai-strict", { a: { kind: "once", at: null } })).toEqual({ a: { kind: "once" } });
    expect(back(schedule, "openai-strict", { a: { kind: "weekly", at: null } })).toEqual({
      a: { kind: "weekly", at: null },
    });
  });

  it("sends a dictionary as pairs and makes a dictionary of them again", () => {
    const definition = tool({ a: { type: "object", additionalProperties: { type: "number" } } });
    expect(propertyOf(definition, "openai-strict")).toEqual({
      type: "array",
      items: {
        ...CLOSED,
        properties: { key: { type: "string" }, value: { type: "number" } },
        required: ["key", "value"],
      },
      description: "(each key once, with its value)",
    });
    const sent = [
      { key: "x", value: 1 },
      { key: "__proto__", value: 2 },
    ];
    const args = back(definition, "openai-strict", { a: sent }) as { readonly a: object };
    expect(Object.entries(args.a)).toEqual([
      ["x", 1],
      ["__proto__", 2],
    ]);
    expect(Object.getPrototypeOf(args.a)).toBe(Object.prototype);
  });

  it("keeps text beside a reference by wrapping it (R26)", () => {
    const spot: JsonSchema = { ...CLOSED, properties: { x: { type: "number" } }, required: ["x"] };
    const carry = tool({ a: { $ref: "#/$defs/Spot", description: "where it stands now" } }, ["a"], {
      $defs: { Spot: spot },
    });
    expect(propertyOf(carry, "openai-strict")).toEqual({
      anyOf: [{ $ref: "#/$defs/Spot" }],
      description: "where it stands now",
    });
  });

  it.each<[string, JsonSchema, { readonly pointer: string; readonly keyword: string }]>([
    [
      "an open dictionary",
      { type: "object", additionalProperties: true },
      { pointer: "/properties/a", keyword: "additionalProperties" },
    ],
    ["a value of any type", {}, { pointer: "/properties/a", keyword: "type" }],
    ["a list of anything", { type: "array", items: {} }, { pointer: "/properties/a/items", keyword: "type" }],
    [
      "properties beside an index signature",
      { ...CLOSED, properties: { b: { type: "string" } }, additionalProperties: { type: "string" } },
      { pointer: "/properties/a", keyword: "additionalProperties" },
    ],
  ])("sends a tool with %s non-strictly and says why and where (A17)", (_what, schema, obstacle) => {
    const definition = tool({ a: schema });
    const lowered = lower(definition, "openai-strict");
    expect(lowered).toMatchObject({ dialect: "openai", strict: false, obstacles: [obstacle] });
    expect(lowered.definition).toBe(definition);
  });
});

describe("OpenAI, plain", () => {
  it("gives every array items without changing what is accepted", () => {
    const pair: JsonSchema = {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }],
      items: false,
      minItems: 2,
    };
    expect(propertyOf(tool({ a: pair }), "openai")).toEqual({ ...pair, items: {}, maxItems: 2 });
  });
});

describe("Anthropic", () => {
  it("renames property keys that it refuses, at every depth, and gives them their names back", () => {
    const definition = tool({
      "größe in m": {
        ...CLOSED,
        properties: { "a b": { type: "number" }, a_b: { type: "number" } },
        required: ["a b"],
      },
    });
    const { parameters } = lower(definition, "anthropic").definition;
    expect(parameters.required).toEqual(["gr__e_in_m"]);
    const inner = parameters.properties?.gr__e_in_m;
    expect(inner).toMatchObject({ description: '(named "größe in m")', required: ["a_b_2"] });
    expect(Object.keys(inner?.properties ?? {})).toEqual(["a_b_2", "a_b"]);
    expect(back(definition, "anthropic", { gr__e_in_m: { a_b_2: 1, a_b: 2 } })).toEqual({
      "größe in m": { "a b": 1, a_b: 2 },
    });
  });

  it("leaves optional properties optional in strict mode, where a nullable one would cost a union", () => {
    const definition = tool({ a: { type: "string" }, b: { type: "number", default: 42 } }, ["a"]);
    expect(lower(definition, "anthropic-strict").definition).toBe(definition);
  });

  it("tells dropped constraints, and only these, in the description", () => {
    const count: JsonSchema = { type: "integer", minimum: 1, maximum: 5, description: "How many", default: 2 };
    const lowered = lower(tool({ a: count }), "anthropic-strict");
    expect(lowered.definition.parameters.properties?.a).toEqual({
      type: "integer",
      description: "How many (at least 1; at most 5)",
      default: 2,
    });
    expect(lowered.lost.map(({ pointer, keyword, described }) => ({ pointer, keyword, described }))).toEqual([
      { pointer: "/properties/a", keyword: "minimum", described: true },
      { pointer: "/properties/a", keyword: "maximum", described: true },
    ]);
  });

  it("copies a definition where text stands beside its reference (R26)", () => {
    const spot: JsonSchema = {
      ...CLOSED,
      properties: { x: { type: "number" } },
      required: ["x"],
      description: "A place.",
    };
    const carry = tool(
      { a: { $ref: "#/$defs/Spot", description: "from here" }, b: { $ref: "#/$defs/Spot" } },
      ["a", "b"],
      { $defs: { Spot: spot } },
    );
    expect(propertyOf(carry, "anthropic-strict")).toEqual({ ...spot, description: "from here" });
    expect(propertyOf(carry, "anthropic-strict", "b")).toEqual({ $ref: "#/$defs/Spot" });
  });

  it("sends a recursive tool non-strictly and names the type (R16)", () => {
    const branch: JsonSchema = {
      ...CLOSED,
      properties: { twigs: { type: "array", items: { $ref: "#/$defs/Branch" } } },
      required: ["twigs"],
    };
    const prune = tool({ a: { $ref: "#/$defs/Branch" } }, ["a"], { $defs: { Branch: branch } });
    expect(lower(prune, "anthropic-strict")).toMatchObject({
      strict: false,
      obstacles: [{ pointer: "/$defs/Branch", keyword: "$ref", why: "Branch contains itself" }],
    });
  });
});

describe("Gemini", () => {
  it("writes a fixed value as an enum of one (R17)", () => {
    expect(propertyOf(tool({ a: { const: "once" } }), "gemini")).toEqual({ type: "string", enum: ["once"] });
  });

  it("splits an enum of several types into branches (R25)", () => {
    expect(propertyOf(tool({ a: { enum: [1, "max", true], description: "How" } }), "gemini")).toEqual({
      description: "How",
      anyOf: [
        { type: "string", enum: ["max"] },
        { type: "integer", enum: [1] },
        { type: "boolean", description: "(always true)" },
      ],
    });
  });

  it("does not require what leads in a circle, and says that it is required", () => {
    const node: JsonSchema = {
      ...CLOSED,
      properties: { next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] } },
      required: ["next"],
    };
    const { definition } = lower(tool({ a: { $ref: "#/$defs/Node" } }, ["a"], { $defs: { Node: node } }), "gemini");
    expect(definition.parameters.$defs?.Node).toEqual({
      ...CLOSED,
      properties: { next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }], description: "(required)" } },
    });
  });
});

describe("roots of schemas from elsewhere", () => {
  const a = { ...CLOSED, properties: { a: { type: "string" } }, required: ["a"] } as const;
  const b = { ...CLOSED, properties: { b: { type: "string" } }, required: ["b"] } as const;
  const choice: ToolDefinition = { name: "pick", description: "", parameters: { oneOf: [a, b] } as never };

  it.each(["openai", "openai-strict", "anthropic", "anthropic-strict", "gemini"] as const)(
    "puts a choice at the root into a property for %s, and takes it out again",
    (dialect) => {
      expect(lower(choice, dialect).definition.parameters).toMatchObject({ ...CLOSED, required: ["value"] });
      expect(back(choice, dialect, { value: { a: "x" } })).toEqual({ a: "x" });
      expect(back(choice, dialect, { a: "x" })).toEqual({ a: "x" });
    },
  );

  it("tells which keys go together where the choice is only about these", () => {
    const { definition, lost } = lower(
      tool({ a: { type: "string" }, b: { type: "string" } }, [], { anyOf: [{ required: ["a"] }, { required: ["b"] }] }),
      "openai",
    );
    expect(definition.parameters).toEqual({
      ...CLOSED,
      properties: { a: { type: "string" }, b: { type: "string" } },
      description: "(at least one of: a | b)",
    });
    expect(lost).toMatchObject([{ pointer: "", keyword: "anyOf", described: true }]);
  });

  it("wraps the schema of a structured answer that is no object", () => {
    const { schema, restore } = lowerSchema({ type: "array", items: { type: "string" } }, "openai-strict");
    expect(schema).toEqual({
      ...CLOSED,
      properties: { value: { type: "array", items: { type: "string" } } },
      required: ["value"],
    });
    expect(restore?.({ value: ["x"] })).toEqual(["x"]);
  });
});

describe("definitions that double each other", () => {
  // 2^40 copies when each is merged anew.
  const $defs = Object.fromEntries(
    Array.from({ length: 40 }, (_, index): [string, JsonSchema] => [
      `D${index}`,
      index === 0
        ? { type: "object", properties: { leaf: { type: "string" } } }
        : {
            type: "object",
            allOf: [{ $ref: `#/$defs/D${index - 1}` }, { $ref: `#/$defs/D${index - 1}` }],
            properties: {
              left: { $ref: `#/$defs/D${index - 1}`, minProperties: 0 },
              right: { $ref: `#/$defs/D${index - 1}`, description: "the right one" },
            },
          },
    ]),
  );

  it.each(DIALECTS)("are lowered to %s in bounded time and size", (dialect) => {
    const definition = tool({ a: { $ref: "#/$defs/D39" } }, ["a"], { allOf: [{ $ref: "#/$defs/D39" }], $defs });
    expect(JSON.stringify(lower(definition, dialect).definition).length).toBeLessThan(10_000_000);
  });
});

describe("names and descriptions of tools", () => {
  const named = (name: string, description = ""): ToolDefinition => ({ ...tool({}), name, description });

  it.each<[string, Dialect, RegExp]>([
    ["files.read", "openai", /^files_read_[0-9a-z]{7}$/],
    ["files.read", "anthropic", /^files_read_[0-9a-z]{7}$/],
    ["files.read", "gemini", /^files\.read$/],
    ["files.read", "mcp", /^files\.read$/],
    ["2fa", "gemini", /^_2fa_[0-9a-z]{7}$/],
    ["2fa", "openai", /^2fa$/],
    ["x".repeat(100), "openai", /^x{56}_[0-9a-z]{7}$/],
    ["x".repeat(100), "anthropic", /^x{100}$/],
    ["", "openai", /^_[0-9a-z]{7}$/],
  ])("sends %j to %s under a name that it takes", (name, dialect, wanted) => {
    expect(lower(named(name), dialect).definition.name).toMatch(wanted);
  });

  it("keeps apart what would have the same name", () => {
    expect(lower(named("a.b"), "openai").definition.name).not.toBe(lower(named("a/b"), "openai").definition.name);
  });

  it("reports a name that it changed and a description that some models refuse", () => {
    expect(lower(named("a.b", "d".repeat(1025)), "openai").lost).toMatchObject([
      { keyword: "name" },
      { keyword: "description" },
    ]);
    expect(lower(named("ab", "d".repeat(1024)), "openai").lost).toEqual([]);
  });
});

describe("the way back", () => {
  const definition = tool({
    a: {
      ...CLOSED,
      properties: { b: { type: "string" }, c: { type: "object", additionalProperties: { type: "string" } } },
    },
  });

  it.each<JsonValue>([
    null,
    "text",
    1,
    [],
    {},
    { a: null },
    { a: [null] },
    { a: { c: { x: "y" } } },
    { a: { c: [{ key: 1, value: "y" }] } },
  ])("leaves %j as it is, for validation to explain", (sent) => {
    expect(back(definition, "openai-strict", sent)).toEqual(sent);
  });

  it("does not change what it was given", () => {
    const sent = Object.freeze({ a: Object.freeze({ b: null, c: Object.freeze([]) }) });
    expect(back(definition, "openai-strict", sent)).toEqual({ a: { c: {} } });
  });
});
