import { describe, expect, it } from "vitest";
import {
  at,
  callback,
  date,
  doc,
  list,
  literals,
  named,
  nothing,
  number,
  object,
  property,
  signature,
  text,
  union,
} from "../../test/support/signatures.ts";
import { createStrictAjv } from "../../test/support/strict-ajv.ts";
import { createDiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import type { ToolSignature } from "../signature/tool-signature.ts";
import type { PropertyShape, TypeShape } from "../signature/type-shape.ts";
import { type ToolParameters, toParametersSchema } from "./to-parameters-schema.ts";

interface Outcome extends ToolParameters {
  /** `RG102 What is wrong. How to go on.`, without the notes on missing texts. */
  readonly findings: readonly string[];
  readonly accepts: (value: unknown) => boolean;
}

const ajv = createStrictAjv();

function convert(properties: readonly PropertyShape[], more: Partial<ToolSignature> = {}): Outcome {
  const log = createDiagnosticLog();
  const outcome = toParametersSchema(signature(properties, more), log);
  const findings = log.diagnostics
    .filter(({ code }) => code !== "RG103")
    .map(({ code, message, fix }) => [code, message, fix ?? []].flat().join(" "));
  return { ...outcome, findings, accepts: ajv.compile(outcome.schema) };
}

const schemaOf = (shape: TypeShape, more: Partial<PropertyShape> = {}) =>
  convert([property("x", shape, more)]).schema.properties.x;

const location = (code: string, signature: ToolSignature) => {
  const log = createDiagnosticLog();
  toParametersSchema(signature, log);
  return log.diagnostics.find((diagnostic) => diagnostic.code === code);
};

const anything: TypeShape = { kind: "anything" };
const boolean: TypeShape = { kind: "boolean" };
const url: TypeShape = { kind: "url" };
const bytes: TypeShape = { kind: "bytes" };
const bigint: TypeShape = { kind: "bigint" };

describe("one row of the type table after another (A11)", () => {
  const table: readonly [type: string, shape: TypeShape, json: string][] = [
    ["string", text, '{"type":"string"}'],
    ["Int", { kind: "integer" }, '{"type":"integer"}'],
    ["number", number, '{"type":"number"}'],
    ["boolean", boolean, '{"type":"boolean"}'],
    ["bigint", bigint, '{"type":"integer"}'],
    ["string[]", list(text), '{"type":"array","items":{"type":"string"}}'],
    ["Set<string>", { kind: "set", items: text }, '{"type":"array","items":{"type":"string"},"uniqueItems":true}'],
    ["unknown[]", list(anything), '{"type":"array","items":{}}'],
    [
      "[string, number]",
      {
        kind: "tuple",
        elements: [
          { shape: text, optional: false },
          { shape: number, optional: false },
        ],
      },
      '{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false,"minItems":2}',
    ],
    [
      "[string, number?]",
      {
        kind: "tuple",
        elements: [
          { shape: text, optional: false },
          { shape: number, optional: true },
        ],
      },
      '{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false,"minItems":1}',
    ],
    [
      "[string, ...number[]]",
      { kind: "tuple", elements: [{ shape: text, optional: false }], rest: number },
      '{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"number"},"minItems":1}',
    ],
    ["[]", { kind: "tuple", elements: [] }, '{"type":"array","items":false}'],
    [
      "Record<string, unknown>",
      { kind: "object", properties: [], index: anything },
      '{"type":"object","additionalProperties":true}',
    ],
    ["object", { kind: "non-primitive" }, '{"type":["object","array"]}'],
    [
      "Record<string, number>",
      { kind: "object", properties: [], index: number },
      '{"type":"object","additionalProperties":{"type":"number"}}',
    ],
    [
      "Map<string, number>",
      { kind: "map", values: number },
      '{"type":"object","additionalProperties":{"type":"number"}}',
    ],
    ['"a" | "b"', literals("a", "b"), '{"type":"string","enum":["a","b"]}'],
    ["1 | 2", literals(1, 2), '{"type":"integer","enum":[1,2]}'],
    ["1 | 2.5", literals(1, 2.5), '{"type":"number","enum":[1,2.5]}'],
    ['1 | "a"', literals(1, "a"), '{"enum":[1,"a"]}'],
    ['1 | "max" | true (R25)', literals(1, "max", true), '{"enum":[1,"max",true]}'],
    ["true", literals(true), '{"type":"boolean","enum":[true]}'],
    ["true | false", literals(true, false), '{"type":"boolean"}'],
    [
      '"auto" | true | false',
      literals("auto", true, false),
      '{"anyOf":[{"type":"string","enum":["auto"]},{"type":"boolean"}]}',
    ],
    ["1n | 2n", literals(1n, 2n), '{"type":"integer","enum":[1,2]}'],
    ["string | null", union(text, nothing), '{"type":["string","null"]}'],
    ["null | number", union(nothing, number), '{"type":["number","null"]}'],
    ['"a" | null', union(literals("a"), nothing), '{"type":["string","null"],"enum":["a",null]}'],
    ['1 | "a" | null', union(literals(1, "a"), nothing), '{"enum":[1,"a",null]}'],
    [
      "string[] | null",
      union(list(text), nothing),
      '{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]}',
    ],
    ["Date | null", union(date, nothing), '{"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}]}'],
    ["object | null", union({ kind: "non-primitive" }, nothing), '{"type":["object","array","null"]}'],
    ["string | number", union(text, number), '{"anyOf":[{"type":"string"},{"type":"number"}]}'],
    [
      "string | number | null",
      union(text, nothing, number),
      '{"anyOf":[{"type":"string"},{"type":"number"},{"type":"null"}]}',
    ],
    [
      '"a" | number | "b"',
      union(literals("a"), number, literals("b")),
      '{"anyOf":[{"type":"string","enum":["a","b"]},{"type":"number"}]}',
    ],
    [
      '1 | "a" | string[]',
      union(literals(1, "a"), list(text)),
      '{"anyOf":[{"type":"integer","enum":[1]},{"type":"string","enum":["a"]},{"type":"array","items":{"type":"string"}}]}',
    ],
    ["null", nothing, '{"type":"null"}'],
    ["null | null", union(nothing, nothing), '{"type":"null"}'],
    [
      "{ a: string; b?: number }",
      object(property("a", text), property("b", number, { optional: true })),
      '{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"number"}},"required":["a"],"additionalProperties":false}',
    ],
    [
      "{ total: number; [k: string]: string | number } (R02)",
      { kind: "object", properties: [property("total", number)], index: union(text, number) },
      '{"type":"object","properties":{"total":{"type":"number"}},"required":["total"],"additionalProperties":{"anyOf":[{"type":"string"},{"type":"number"}]}}',
    ],
    [
      "an index signature with a template key",
      { kind: "object", properties: [], patterns: [{ pattern: "^X_", values: text }] },
      '{"type":"object","patternProperties":{"^X_":{"type":"string"}},"additionalProperties":false}',
    ],
    ["{}", object(), "{}"],
    ["Date", date, '{"type":"string","format":"date-time"}'],
    ["URL", url, '{"type":"string","format":"uri"}'],
    ["Uint8Array", bytes, '{"type":"string","contentEncoding":"base64"}'],
    ["unknown", anything, "{}"],
    ["unknown | null", union(anything, nothing), "{}"],
    ["a template", { kind: "string", patterns: ["^a"] }, '{"type":"string","pattern":"^a"}'],
    [
      "two templates at once",
      { kind: "string", patterns: ["^a", "b$"] },
      '{"type":"string","pattern":"^a","allOf":[{"pattern":"b$"}]}',
    ],
    [
      "a template | null",
      union({ kind: "string", patterns: ["^a"] }, nothing),
      '{"type":["string","null"],"pattern":"^a"}',
    ],
  ];
  it.each(table)("%s", (_type, shape, json) => {
    const { schema, findings } = convert([property("x", shape)]);
    expect(JSON.stringify(schema.properties.x)).toBe(json);
    expect(findings).toEqual([]);
  });
});

describe("the root", () => {
  it("is closed, and has properties where there are no parameters (A9)", () => {
    expect(JSON.stringify(convert([]).schema)).toBe('{"type":"object","properties":{},"additionalProperties":false}');
  });

  it("is that of the manifest's example, byte for byte", () => {
    const { schema } = convert([
      property("city", text, { doc: doc("The city to get the weather for") }),
      property("unit", literals("celsius", "fahrenheit"), {
        optional: true,
        default: "celsius",
        doc: doc("Temperature unit"),
      }),
    ]);
    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"city":{"type":"string","description":"The city to get the weather for"},"unit":{"type":"string","enum":["celsius","fahrenheit"],"description":"Temperature unit","default":"celsius"}},"required":["city"],"additionalProperties":false}',
    );
  });

  it("leaves out injected parameters and spreads a flattened one (A14, B1)", () => {
    const { schema } = convert([], {
      parameters: [
        { kind: "injected", name: "ctx", inject: "ctx", location: at(1) },
        { kind: "flattened", properties: [property("city", text)], location: at(1) },
      ],
    });
    expect(schema).toEqual({
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
      additionalProperties: false,
    });
  });
});

describe("texts (A7, R26, R31)", () => {
  const unit: TypeShape = {
    kind: "literals",
    members: [
      { value: "celsius", text: "for most" },
      { value: "fahrenheit", text: "for the\nUS" },
    ],
  };
  const paramDoc = (path: string, text: string, ...tags: string[]) => ({ path, doc: doc(text, ...tags) });

  it("takes @param, then the property's comment, then the type's", () => {
    const shape = named("City", text, doc("Of the type"));
    const own = { doc: doc("Of the property") };
    expect(schemaOf(shape)).toMatchObject({ description: "Of the type" });
    expect(schemaOf(shape, own)).toMatchObject({ description: "Of the property" });
    const paramDocs = [paramDoc("x", "Of the tag")];
    expect(convert([property("x", shape, own)], { paramDocs }).schema.properties.x).toMatchObject({
      description: "Of the tag",
    });
  });

  it("keeps the property's text under a @param that has only tags", () => {
    const paramDocs = [paramDoc("x", "", "minLength 1")];
    expect(convert([property("x", text, { doc: doc("Text") })], { paramDocs }).schema.properties.x).toEqual({
      type: "string",
      description: "Text",
      minLength: 1,
    });
  });

  it.each<[string, TypeShape, Partial<PropertyShape>, string]>([
    ["a text", unit, { doc: doc("Temperature unit") }, "Temperature unit (celsius: for most; fahrenheit: for the US)"],
    ["no text", unit, {}, "celsius: for most; fahrenheit: for the US"],
    ["a name", named("Unit", unit), { doc: doc("Unit") }, "Unit (celsius: for most; fahrenheit: for the US)"],
    ["null beside", union(unit, nothing), { doc: doc("Unit") }, "Unit (celsius: for most; fahrenheit: for the US)"],
  ])("appends the comments of enum members to %s", (_name, shape, more, description) => {
    expect(schemaOf(shape, more)).toMatchObject({ description });
  });

  it("applies the path of a @param through lists, unions and named types, for this use alone", () => {
    const phone = named("Phone", object(property("number", text, { doc: doc("Own") })));
    const filter = named("Filter", object(property("phones", union(list(phone), nothing)), property("main", phone)));
    const { schema, findings } = convert([property("x", filter), property("y", phone)], {
      paramDocs: [paramDoc("x.phones[].number", "Of the tag", "minLength 3")],
    });
    expect(findings).toEqual([]);
    const json = JSON.stringify(schema);
    expect(json.match(/Of the tag/g)).toHaveLength(1);
    expect(json.match(/"Own"/g)).toHaveLength(2);
    expect(json).toContain('"number":{"type":"string","description":"Of the tag","minLength":3}');
  });

  it("describes the properties of a flattened parameter under any first word", () => {
    const { schema, findings } = convert([], {
      parameters: [
        { kind: "flattened", properties: [property("city", object(property("zip", text)))], location: at(1) },
      ],
      paramDocs: [paramDoc("args", "What"), paramDoc("args.city", "City"), paramDoc("city.zip", "Zip")],
    });
    expect(findings).toEqual([]);
    expect(schema.properties.city).toMatchObject({ description: "City", properties: { zip: { description: "Zip" } } });
  });

  it("discards the text of an injected parameter (A8)", () => {
    const { findings } = convert([], {
      parameters: [{ kind: "injected", name: "ctx", inject: "ctx", location: at(1) }],
      paramDocs: [paramDoc("ctx", "The context"), paramDoc("ctx.context", "The values")],
    });
    expect(findings).toEqual([]);
  });

  it.each<[path: string, finding: string]>([
    [
      "plce",
      'RG102 @param "plce" names no parameter of "use". Its parameters are place and size. Did you mean "place"?',
    ],
    ["zzz", 'RG102 @param "zzz" names no parameter of "use". Its parameters are place and size.'],
    ["place.town", 'RG102 @param "place.town" names nothing: "place" has no such property. Its properties are city.'],
    ["size.big", 'RG102 @param "size.big" names nothing: "size" has no such property. It has none.'],
  ])("reports @param %s, which names nothing (A8)", (path, finding) => {
    const properties = [property("place", object(property("city", text))), property("size", number)];
    expect(convert(properties, { paramDocs: [paramDoc(path, "Text")] }).findings).toEqual([finding]);
  });

  it("reports a typing error for a property of a flattened parameter", () => {
    const parameters = [{ kind: "flattened" as const, properties: [property("city", text)], location: at(1) }];
    const finding = (path: string) => convert([], { parameters, paramDocs: [paramDoc(path, "Text")] }).findings[0];
    expect(finding("citty")).toContain('Did you mean "city"?');
    expect(finding("args.citty")).toContain(
      '"args" has no such property. Its properties are city. Did you mean "city"?',
    );
  });

  it("notes missing texts, at the tool and at the parameter (A6, A8)", () => {
    const bare = signature([property("dry", { kind: "boolean" }, { location: at(9) })]);
    const { doc: _doc, ...undocumented } = bare;
    expect(location("RG103", bare)).toMatchObject({
      severity: "note",
      tool: "use",
      message: "use.dry has no description.",
      location: { line: 9 },
    });
    expect(location("RG101", undocumented)).toMatchObject({ severity: "note", location: { line: 4 } });
    expect(location("RG101", { ...undocumented, description: "Given." })).toBeUndefined();
    expect(location("RG103", signature([property("x", named("T", text, doc("Text")))]))).toBeUndefined();
  });

  it("warns of a block of arguments in the text (A8)", () => {
    const more = { doc: doc("Look up.\n\nArgs:\n  word: The word") };
    expect(convert([], more).findings).toEqual([expect.stringContaining("RG104")]);
    expect(convert([], { doc: doc("Look up.\n\nArgs: see there.") }).findings).toEqual([]);
  });
});

describe("tags", () => {
  const table: readonly [name: string, shape: TypeShape, tags: readonly string[], json: string][] = [
    ["numbers", number, ["minimum 1", "exclusiveMaximum 2.5"], '{"type":"number","minimum":1,"exclusiveMaximum":2.5}'],
    ["an integer", number, ["integer", "maximum 5"], '{"type":"integer","maximum":5}'],
    ["an integer or null", union(number, nothing), ["integer"], '{"type":["integer","null"]}'],
    ["a bigint", bigint, ["minimum 0"], '{"type":"integer","minimum":0}'],
    ["strings", text, ["pattern ^[A-Z]{3}$", "maxLength 3"], '{"type":"string","pattern":"^[A-Z]{3}$","maxLength":3}'],
    ["a pattern in backticks", text, ["pattern `^@`"], '{"type":"string","pattern":"^@"}'],
    [
      "a pattern on a template",
      { kind: "string", patterns: ["^a"] },
      ["pattern b$"],
      '{"type":"string","pattern":"^a","allOf":[{"pattern":"b$"}]}',
    ],
    ["a format", text, ["format email"], '{"type":"string","format":"email"}'],
    ["a numeric format", number, ["format int32"], '{"type":"number","format":"int32"}'],
    [
      "lists",
      list(text),
      ["maxItems 2", "uniqueItems true"],
      '{"type":"array","items":{"type":"string"},"maxItems":2,"uniqueItems":true}',
    ],
    ["uniqueItems false", list(text), ["uniqueItems false"], '{"type":"array","items":{"type":"string"}}'],
    [
      "the branches that they fit",
      union(text, number, list(text)),
      ["minLength 1", "minimum 2", "minItems 3"],
      '{"anyOf":[{"type":"string","minLength":1},{"type":"number","minimum":2},{"type":"array","items":{"type":"string"},"minItems":3}]}',
    ],
    ["a named scalar", named("Name", text), ["minLength 1"], '{"type":"string","minLength":1}'],
    ["deprecated", text, ["deprecated use y"], '{"type":"string","deprecated":true}'],
    ["secret", text, ["secret"], '{"type":"string"}'],
    ["a default as JSON", number, ["default 25"], '{"type":"number","default":25}'],
    ["a default in quotes", literals("a", "b"), ['default "a"'], '{"type":"string","enum":["a","b"],"default":"a"}'],
    ["a default as text (R32)", text, ["default 01234"], '{"type":"string","default":"01234"}'],
    ["a default that is no number of that type (R32)", text, ["default 10"], '{"type":"string","default":"10"}'],
    ["a default in other quotes", text, ["default 'a b'"], '{"type":"string","default":"a b"}'],
    ["a default of null", union(text, nothing), ["default null"], '{"type":["string","null"],"default":null}'],
    ["examples", text, ['example "red shoes"', "example hat"], '{"type":"string","examples":["red shoes","hat"]}'],
    ["tags that are not ours", text, ["see there", "constructor", "toString x"], '{"type":"string"}'],
  ];
  it.each(table)("%s", (_name, shape, tags, json) => {
    const { schema, findings } = convert([property("x", shape, { doc: doc("", ...tags) })]);
    expect(JSON.stringify(schema.properties.x)).toBe(json);
    expect(findings).toEqual([]);
  });

  it.each<[name: string, shape: TypeShape, tag: string, finding: string]>([
    [
      "a constraint on another type",
      text,
      "minimum 1",
      'RG122 @minimum does not fit the type of "x": it is for numbers.',
    ],
    [
      "a constraint on anything",
      anything,
      "minLength 1",
      'RG122 @minLength does not fit the type of "x": it is for strings.',
    ],
    ["a constraint on a mixed enum", literals(1, "a"), "minimum 1", "RG122"],
    ["a constraint on a named object", named("O", object(property("a", text))), "minItems 1", "RG122"],
    ["a format on a date", date, "format email", "RG122"],
    ["a format of numbers on a string", text, "format int32", "RG122"],
    ["an unknown format", text, "format mail", 'RG123 @format "mail" of "x" is no known format. Did you mean "email"?'],
    ["a word for a number", number, "minimum soon", 'RG121 @minimum of "x" takes a number, not "soon".'],
    ["no value", number, "minimum", 'RG121 @minimum of "x" has no value: it takes a number.'],
    ["a zero step", number, "multipleOf 0", "RG121"],
    ["half a length", text, "maxLength 1.5", "RG121"],
    ["a broken pattern", text, "pattern [", "RG121"],
    ["an unfit default (R32)", number, "default soon", 'RG124 The default soon of "x" does not fit its type. Write'],
    ["an unfit example", literals("a"), "example b", "RG124"],
    ["an unfit default of a date", date, "default 2024-01-01", "RG124"],
    ["hidden, but required", text, "hidden", 'RG125 @hidden does not fit "x"'],
  ])("reports %s, and drops the tag", (_name, shape, tag, finding) => {
    const with_ = convert([property("x", shape, { doc: doc("", tag) })]);
    expect(with_.findings).toEqual([expect.stringContaining(finding)]);
    expect(with_.schema).toEqual(convert([property("x", shape)]).schema);
  });

  it("reports a tag that is almost one of ours", () => {
    const finding = (tag: string, inline: boolean) => {
      const written = doc("", tag);
      const x = property("x", number, { doc: { ...written, tags: written.tags.map((one) => ({ ...one, inline })) } });
      return convert([x]).findings;
    };
    expect(finding("minimun 1", true)).toEqual(['RG126 @minimun of "x" is no known tag. Did you mean @minimum?']);
    expect(finding("minimun 1", false)).toEqual([]);
    expect(finding("multipleof 1", false)).toEqual([expect.stringContaining("Did you mean @multipleOf?")]);
    expect(finding("inheritDoc", true)).toEqual([]);
  });

  it("points at the tag", () => {
    const diagnostic = location("RG122", signature([property("x", text, { doc: doc("", "minimum 1") })]));
    expect(diagnostic).toMatchObject({ severity: "warning", tool: "use", location: at(2) });
  });

  it("lets constraints of a @param win over those of the property, and these over those of the type", () => {
    const percent = named("Percent", number, doc("Of a hundred", "minimum 0", "maximum 100"));
    const x = property("x", percent, { doc: doc("", "minimum 1", "maximum 50") });
    const { schema } = convert([x, property("y", percent)], { paramDocs: [{ path: "x", doc: doc("", "minimum 2") }] });
    expect(schema.properties).toEqual({
      x: { type: "number", description: "Of a hundred", minimum: 2, maximum: 50 },
      y: { type: "number", description: "Of a hundred", minimum: 0, maximum: 100 },
    });
  });

  it("drops an initial value that does not fit its constraints", () => {
    const { schema, findings } = convert([
      property("x", number, { default: 0, optional: true, doc: doc("", "minimum 1") }),
    ]);
    expect(schema.properties.x).toEqual({ type: "number", minimum: 1 });
    expect(findings).toEqual([expect.stringContaining("RG124")]);
  });

  it("leaves out what is hidden, and says where secrets are", () => {
    const { schema, leftOut, secret, findings } = convert([
      property("a", text, { doc: doc("", "secret") }),
      property("b", text, { optional: true, doc: doc("", "hidden") }),
      property(
        "c",
        list(
          object(
            property("p/w", text, { doc: doc("", "secret") }),
            property("d", callback, { optional: true, doc: doc("", "hidden") }),
          ),
        ),
      ),
    ]);
    expect(Object.keys(schema.properties)).toEqual(["a", "c"]);
    expect([...leftOut]).toEqual(["b"]);
    expect(secret).toEqual(["/properties/a", "/properties/c/items/properties/p~1w"]);
    expect(findings).toEqual([]);
  });
});

describe("what no model can send (A11, R34)", () => {
  const visitor = object(property("visit", callback));
  it.each<[name: string, shape: TypeShape, finding: string]>([
    ["a function", callback, 'RG201 "x" is required, and no model can send () => void, a function.'],
    ["a function inside", visitor, 'RG201 "x.visit" is required'],
    ["a function in a list", list(visitor), 'RG201 "x[].visit" is required'],
    ["nothing but a function in a union", union(callback, nothing), "function"],
    ["a function in each member of a union", union(visitor, list(visitor)), 'RG201 "x.visit"'],
    ["a function in a named type", named("V", visitor), 'RG201 "x.visit"'],
    ["two dates", union(date, url), 'RG204 "x" is Date | URL'],
  ])("is an error where it is required: %s", (_name, shape, finding) => {
    expect(convert([property("x", shape)]).findings).toEqual([expect.stringContaining(finding)]);
  });

  it("is left out with a warning where it is optional", () => {
    const options = object(property("name", text), property("onDone", callback, { optional: true }));
    const { schema, leftOut, findings } = convert([
      property("options", options),
      property("onMessage", callback, { optional: true }),
      property("visitor", named("V", visitor), { optional: true }),
    ]);
    expect(schema.properties).toEqual({
      options: {
        type: "object",
        properties: { name: { type: "string" } },
        required: ["name"],
        additionalProperties: false,
      },
    });
    expect([...leftOut]).toEqual(["onMessage", "visitor"]);
    expect(findings).toEqual([
      expect.stringContaining('RG202 "options.onDone" is left out'),
      expect.stringContaining('RG202 "onMessage" is left out'),
      expect.stringContaining('RG202 "visitor" is left out: no model can send () => void for "visitor.visit"'),
    ]);
  });

  it.each(["framework-type", "class-with-methods"] as const)("is left out with a note: %s", (why) => {
    const tool = signature([property("x", { kind: "inexpressible", why, typeText: "Pump" }, { optional: true })]);
    expect(location("RG203", tool)).toMatchObject({ severity: "note", location: at(3) });
  });

  it("is an error for two rich types also where they are optional", () => {
    expect(convert([property("x", union(date, url), { optional: true })]).findings[0]).toContain("RG204");
    expect(convert([property("x", union(date, url, text))]).findings).toEqual([]);
  });

  it("sees through types that contain themselves", () => {
    const node = named("Node", (self) => object(property("next", self, { optional: true }), property("log", callback)));
    const tree = named("Tree", (self) => object(property("kids", list(self)), property("node", node)));
    expect(convert([property("x", tree)]).findings).toEqual([expect.stringContaining('"x.node.log"')]);
  });

  it("stays closed when all its properties are left out", () => {
    expect(schemaOf(object(property("on", callback, { optional: true })))).toEqual({
      type: "object",
      properties: {},
      additionalProperties: false,
    });
  });

  it.each([
    ["open-type-parameter", "RG111"],
    ["no-json-form", "RG205"],
    ["undefined-element", "RG206"],
    ["unresolved", "RG207"],
    ["endless", "RG209"],
  ] as const)("takes anything, with a warning, for a gap: %s", (why, code) => {
    const { schema, findings } = convert([property("x", list({ kind: "anything", gap: { why, typeText: "T" } }))]);
    expect(schema.properties.x).toEqual({ type: "array", items: {} });
    expect(findings).toEqual([expect.stringContaining(`${code} `)]);
    expect(findings[0]).toContain('"x[]"');
  });
});

it("warns of a tuple that ends in something else than its rest", () => {
  const gap = { why: "leading-rest" as const, typeText: "[...string[], number]" };
  const { schema, findings } = convert([
    property("x", { kind: "tuple", elements: [], rest: union(text, number), gap }),
  ]);
  expect(schema.properties.x).toEqual({ type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } });
  expect(findings).toEqual([expect.stringContaining("RG208")]);
});

describe("rich types (A11)", () => {
  const entries = (shape: TypeShape) => convert([property("x", shape)]).convert;
  const at = object(property("at", date));

  it.each<[name: string, shape: TypeShape, convert: object]>([
    ["at the top", date, { "/properties/x": "date" }],
    ["at any depth", list(at), { "/properties/x/items/properties/at": "date" }],
    [
      "in a set in a map",
      { kind: "map", values: { kind: "set", items: url } },
      {
        "/properties/x": "map",
        "/properties/x/additionalProperties": "set",
        "/properties/x/additionalProperties/items": "url",
      },
    ],
    [
      "in a tuple",
      {
        kind: "tuple",
        elements: [
          { shape: text, optional: false },
          { shape: bigint, optional: false },
        ],
      },
      {
        "/properties/x/prefixItems/1": "bigint",
      },
    ],
    ["beside null", union(date, nothing), { "/properties/x/anyOf/0": "date" }],
    ["of literals", union(literals(1n, "a")), { "/properties/x/anyOf/0": "bigint" }],
    [
      "under patterns",
      { kind: "object", properties: [], patterns: [{ pattern: "^a/~", values: bytes }] },
      {
        "/properties/x/patternProperties/^a~1~0": "bytes",
      },
    ],
    ["not where text is taken as it is", union(date, text), {}],
    ["but where only some texts are", union(date, literals("now")), { "/properties/x/anyOf/0": "date" }],
    ["not where a number is taken as it is", union(bigint, number), {}],
    ["not where a list is taken as it is", union({ kind: "set", items: text }, list(text)), {}],
    [
      "but where the list is of something else",
      union({ kind: "set", items: text }, list(number)),
      {
        "/properties/x/anyOf/0": "set",
      },
    ],
    [
      "not where a dictionary is taken as it is",
      union({ kind: "map", values: text }, { kind: "object", properties: [], index: text }),
      {},
    ],
  ])("are found %s", (_name, shape, convert) => {
    expect(entries(shape)).toEqual(convert);
  });
});

describe("$defs (R14, R16)", () => {
  const big = (name: string, size = 300) => named(name, object(property("a", text, { doc: doc("x".repeat(size)) })));

  it("holds types that contain themselves", () => {
    const branch = named(
      "Branch",
      (self) => object(property("at", date), property("twigs", list(self))),
      doc("A branch"),
    );
    const { schema, convert: conversions, accepts } = convert([property("root", branch, { doc: doc("The root") })]);
    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"root":{"$ref":"#/$defs/Branch","description":"The root"}},"required":["root"],"additionalProperties":false,"$defs":{"Branch":{"type":"object","description":"A branch","properties":{"at":{"type":"string","format":"date-time"},"twigs":{"type":"array","items":{"$ref":"#/$defs/Branch"}}},"required":["at","twigs"],"additionalProperties":false}}}',
    );
    expect(conversions).toEqual({ "/$defs/Branch/properties/at": "date" });
    const twig = { at: "2024-01-01T00:00:00Z", twigs: [] };
    expect(accepts({ root: { ...twig, twigs: [twig] } })).toBe(true);
    expect(accepts({ root: { ...twig, twigs: [{}] } })).toBe(false);
  });

  it("holds all of a ring of types, and a recursive union", () => {
    const folder = named("Folder", (self) =>
      object(
        property("parent", union(self, nothing)),
        property("files", list(named("File", object(property("folder", self, { optional: true }))))),
      ),
    );
    const json = named("Json", (self) =>
      union(text, nothing, list(self), { kind: "object", properties: [], index: self }),
    );
    const { schema, accepts } = convert([property("f", folder), property("j", json)]);
    expect(Object.keys(schema.$defs ?? {})).toEqual(["Folder", "Json", "File"]);
    expect(accepts({ f: { parent: null, files: [{}] }, j: [{ a: [null] }] })).toBe(true);
    expect(accepts({ f: { parent: null, files: [{}] }, j: [1] })).toBe(false);
  });

  it("holds a type that would repeat more than 512 bytes in all, and no smaller one", () => {
    const keys = (...shapes: TypeShape[]) =>
      Object.keys(convert(shapes.map((shape, index) => property(`p${index}`, shape))).schema.$defs ?? {});
    const empty = JSON.stringify(schemaOf(big("Big", 0))).length;
    // A text that is not empty brings its keyword along.
    const overhead = empty + ',"description":""'.length;
    const exact = big("Exact", 512 - overhead);
    const above = big("Above", 513 - overhead);
    expect(keys(exact, exact)).toEqual([]);
    expect(keys(above, above)).toEqual(["Above"]);
    expect(keys(exact, exact, exact)).toEqual(["Exact"]);
    expect(keys(big("Once", 5000))).toEqual([]);
  });

  it("counts a type inside a type that is written once only once", () => {
    const inner = big("Inner", 400);
    const outer = named("Outer", object(property("inner", inner), property("b", text, { doc: doc("y".repeat(200)) })));
    const { schema } = convert([property("p", outer), property("q", outer)]);
    expect(Object.keys(schema.$defs ?? {})).toEqual(["Outer"]);
  });

  it("gives each type a key of its own, in characters that every provider takes", () => {
    const { schema, accepts } = convert([
      property("a", big("Box<string>", 600)),
      property("b", big("Box", 600)),
      ...["c", "d"].map((name) => property(name, list(big("Once", 10)))),
    ]);
    expect(schema.$defs).toBeUndefined();
    const [one, two, three] = [big("Box", 600), big("Box", 601), big("Böx<a, b>", 600)];
    const twice = convert([one, two, three, three, two, one].map((shape, index) => property(`p${index}`, shape)));
    expect(Object.keys(twice.schema.$defs ?? {})).toEqual(["Box", "Box_2", "B_x_a_b_"]);
    expect(twice.schema.properties.p4).toEqual({ $ref: "#/$defs/Box_2" });
    expect(accepts).toBeTypeOf("function");
  });

  it("keeps the text and the default of a use beside its reference (R26)", () => {
    const spot = named("Spot", object(property("x", number, { doc: doc("z".repeat(600)) })), doc("A place"));
    const { schema } = convert([
      property("from", spot, { doc: doc("where it stands now") }),
      property("to", spot, { optional: true, default: { x: 1 } }),
    ]);
    expect(schema.properties).toEqual({
      from: { $ref: "#/$defs/Spot", description: "where it stands now" },
      to: { $ref: "#/$defs/Spot", default: { x: 1 } },
    });
    expect(schema.$defs?.Spot?.description).toBe("A place");
  });

  it("makes one union of a union in a union, under a name too (R17)", () => {
    const shape = named("Shape", union(object(property("a", literals("x"))), object(property("a", literals("y")))));
    expect(schemaOf(union(shape, nothing))?.anyOf).toHaveLength(3);
  });

  it("converts a large type that refers to itself everywhere in time that grows with its size", () => {
    const types: TypeShape[] = [];
    for (let index = 0; index < 2000; index++) {
      const used = types.slice(-8);
      const properties = used.map((shape, at) => property(`p${at}`, shape, { optional: true, doc: doc("Some text.") }));
      types.push(named(`T${index}`, object(property("id", text), ...properties)));
    }
    const before = performance.now();
    const log = createDiagnosticLog();
    const { schema } = toParametersSchema(signature([property("x", types.at(-1) ?? text)]), log);
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(JSON.stringify(schema).length).toBeLessThan(3_000_000);
  });
});

it("gives the same bytes each time", () => {
  const shape = named("T", (self) => object(property("a", union(self, nothing)), property("b", date)));
  const once = () => JSON.stringify(convert([property("x", shape), property("y", list(shape))]));
  expect(once()).toBe(once());
});

describe("the name __proto__, which the runtime drops (A11)", () => {
  it("is an error where it is required", () => {
    const reason =
      'is required, and the runtime drops "__proto__" from what a model sends, because it could change the prototype of an object. Give it another name.';
    expect(convert([property("__proto__", text)]).findings).toEqual([`RG212 "__proto__" ${reason}`]);
    const nested = convert([property("tree", object(property("__proto__", text)))]);
    expect(nested.findings).toEqual([`RG212 "tree.__proto__" ${reason}`]);
  });

  it("is left out where it is optional, with a warning", () => {
    const inTree = object(property("id", text), property("__proto__", text, { optional: true }));
    const { findings, schema, leftOut } = convert([
      property("tree", inTree),
      property("__proto__", text, { optional: true }),
    ]);
    expect(findings.map((finding) => finding.slice(0, 30))).toEqual([
      'RG213 "tree.__proto__" is left',
      'RG213 "__proto__" is left out:',
    ]);
    expect([...leftOut]).toEqual(["__proto__"]);
    expect(JSON.stringify(schema)).not.toContain("__proto__");
  });
});
