/** Texts that are lost, mixed up or made up: R26, R28, R29, R31, R32. */
import { describe, expect, it } from "vitest";
import { faultsOf, readKinds, readVariants, type Variant } from "../support/variants.ts";

const spot = "/** A place in the garden. */\ninterface Spot { x: number; y: number }\n";
const big = `/** A large one. */\ninterface Big { ${Array.from({ length: 30 }, (_, index) => `property${index}: string;`).join(" ")} }\n`;
const spotSchema = (description: string): string =>
  `{"type":"object","description":"${description}","properties":{"x":{"type":"number"},"y":{"type":"number"}},"required":["x","y"],"additionalProperties":false}`;
const described = (...texts: readonly string[]): string =>
  texts.map((text, index) => `  ${text}\n  p${index}?: string;\n`).join("");

const kinds: Readonly<Record<string, readonly Variant[]>> = {
  "a reference keeps the text of its place (R26)": [
    {
      is: "a type that is written out",
      declares: spot,
      says: ["@param from where it stands now", "@param to where it should go"],
      takes: "from: Spot, to: Spot, over: Spot",
      gives: {
        from: spotSchema("where it stands now"),
        to: spotSchema("where it should go"),
        over: spotSchema("A place in the garden."),
      },
    },
    {
      is: "a type that is referred to",
      declares: big,
      says: ["@param a the first", "@param b the second"],
      takes: "a: Big, b: Big, c: Big[]",
      gives: {
        a: '{"$ref":"#/$defs/Big","description":"the first"}',
        b: '{"$ref":"#/$defs/Big","description":"the second"}',
        c: '{"type":"array","items":{"$ref":"#/$defs/Big"}}',
      },
    },
    {
      is: "a type that holds itself, a union, null beside it",
      declares: "/** A branch. */\ninterface Branch { twigs: Branch[] }\n",
      says: ["@param root where to begin", "@param other another"],
      takes: "root: Branch, other: Branch | null",
      gives: {
        root: '{"$ref":"#/$defs/Branch","description":"where to begin"}',
        other: '{"description":"another","anyOf":[{"$ref":"#/$defs/Branch"},{"type":"null"}]}',
      },
    },
    {
      is: "constraints beside a type with a name",
      declares: "/** Counted. */\ntype Count = number;\n/** Names. */\ntype Names = string[];\n",
      says: ["@param count how many {@minimum 1}", "@param names which {@minItems 1}"],
      takes: "count: Count, names: Names",
      gives: {
        count: '{"type":"number","description":"how many","minimum":1}',
        names: '{"type":"array","description":"which","items":{"type":"string"},"minItems":1}',
      },
    },
  ],
  "the text of a property is found wherever it stands (R28)": [
    {
      is: "of a class, without a type",
      declares:
        "class Wrap {\n  /** Whether to add a ribbon. */\n  ribbon = true;\n  /** How many */\n  count = 1;\n}\n",
      takes: "style: Wrap",
      gives: {
        style:
          '{"type":"object","properties":{"ribbon":{"type":"boolean","description":"Whether to add a ribbon."},"count":{"type":"number","description":"How many"}},"required":["ribbon","count"],"additionalProperties":false}',
      },
      accepts: [{ style: { ribbon: false, count: 1 } }],
      rejects: [{ style: { ribbon: "no", count: 1 } }],
    },
    {
      is: "of a value whose type is asked for",
      declares: "const model = {\n  /** With a bow */\n  bow: true,\n};\n",
      takes: "style: typeof model",
      gives: {
        style:
          '{"type":"object","properties":{"bow":{"type":"boolean","description":"With a bow"}},"required":["bow"],"additionalProperties":false}',
      },
    },
    {
      is: "through Partial, Pick, Readonly, a mapped type, a parent, and of a parameter property",
      declares:
        "interface Wrap {\n  /** A text */\n  note: string;\n}\ninterface Child extends Wrap {}\nclass Box { constructor(/** The size */ public size: number) {} }\ntype Mine<T> = { [K in keyof T]: T[K] };\n",
      takes: 'a: Partial<Wrap>, b: Pick<Wrap, "note">, c: Readonly<Child>, d: Mine<Wrap>, e: Box',
      gives: {
        a: '{"type":"object","properties":{"note":{"type":"string","description":"A text"}},"additionalProperties":false}',
        b: '{"type":"object","properties":{"note":{"type":"string","description":"A text"}},"required":["note"],"additionalProperties":false}',
        c: '{"type":"object","properties":{"note":{"type":"string","description":"A text"}},"required":["note"],"additionalProperties":false}',
        d: '{"type":"object","properties":{"note":{"type":"string","description":"A text"}},"required":["note"],"additionalProperties":false}',
        e: '{"type":"object","properties":{"size":{"type":"number","description":"The size"}},"required":["size"],"additionalProperties":false}',
      },
    },
  ],
  "texts over several lines keep to their parameter (R29)": [
    {
      is: "beside examples, links and other tags",
      says: [
        "@param plant the plant",
        "  to repot",
        "@param size pot size in cm",
        '@example use("fern", 12)',
        "@see other",
        "@param note see {@link Plant | the plants}, or {@link Bed}",
        "@returns nothing",
      ],
      takes: "plant: string, size: number, note: string",
      gives: {
        plant: '{"type":"string","description":"the plant to repot"}',
        size: '{"type":"number","description":"pot size in cm"}',
        note: '{"type":"string","description":"see the plants, or Bed"}',
      },
    },
    {
      is: "with a dash, a type, brackets, and an address with an @",
      says: ["@param plant - the plant", "@param {number} size the size", "@param [note=none] to a@b.example"],
      takes: "plant: string, size: number, note?: string",
      gives: {
        plant: '{"type":"string","description":"the plant"}',
        size: '{"type":"number","description":"the size"}',
        note: '{"type":"string","description":"to a@b.example"}',
      },
    },
    {
      is: "between backticks",
      says: ["@param plant one of `@a` or `{@b}`"],
      takes: "plant: string",
      gives: { plant: '{"type":"string","description":"one of `@a` or `{@b}`"}' },
    },
  ],
  "a parameter without a text has none (R31)": [
    {
      is: "no placeholder",
      declares: "interface Run {\n  /** Stop after this many minutes. */\n  limit: number;\n}\n",
      says: ["@param named"],
      takes: "run: Run, dry: boolean, named: string",
      gives: {
        run: '{"type":"object","properties":{"limit":{"type":"number","description":"Stop after this many minutes."}},"required":["limit"],"additionalProperties":false}',
        dry: '{"type":"boolean"}',
        named: '{"type":"string"}',
      },
    },
  ],
  "a default in a comment is of the type that it stands on (R32)": [
    {
      is: "texts that look like numbers, numbers, and what does not fit",
      declares:
        "interface Address {\n  /** @default 01234 */\n  zip?: string;\n  /** @default 10 */\n  rows?: number;\n  /** @default soon */\n  days?: number;\n}\n",
      takes: "address: Address",
      gives: {
        address:
          '{"type":"object","properties":{"zip":{"type":"string","default":"01234"},"rows":{"type":"number","default":10},"days":{"type":"number"}},"additionalProperties":false}',
      },
      finds: [/^warning RG124 6:7 .*"address\.days"/],
    },
    {
      is: "every kind of type",
      declares: `interface All {\n${described('/** @default "x" */', "/** @default x */", "/** @default null */")}  /** @default true */\n  on?: boolean;\n  /** @default ["a"] */\n  list?: string[];\n  /** @default {"x":1} */\n  place?: { x: number };\n  /** @default b */\n  kind?: "a" | "b";\n  /** @default 2 */\n  mixed?: "2" | 2;\n  /** @default null */\n  none?: number | null;\n}\n`,
      takes: "all: All",
      gives: {
        all: '{"type":"object","properties":{"p0":{"type":"string","default":"x"},"p1":{"type":"string","default":"x"},"p2":{"type":"string","default":"null"},"on":{"type":"boolean","default":true},"list":{"type":"array","default":["a"],"items":{"type":"string"}},"place":{"type":"object","default":{"x":1},"properties":{"x":{"type":"number"}},"required":["x"],"additionalProperties":false},"kind":{"type":"string","enum":["a","b"],"default":"b"},"mixed":{"enum":["2",2],"default":2},"none":{"type":["number","null"],"default":null}},"additionalProperties":false}',
      },
    },
    {
      is: "empty, of the wrong kind, and outside the limits",
      declares:
        'interface Bad {\n  /** @default */\n  a?: string;\n  /** @default yes */\n  b?: boolean;\n  /** @default 5 @maximum 3 */\n  c?: number;\n  /** @default {"x":1} */\n  d?: string[];\n}\n',
      takes: "bad: Bad",
      finds: [/RG12[14] .*"bad\.a"/, /RG124 .*"bad\.b"/, /RG124 .*"bad\.c"/, /RG124 .*"bad\.d"/],
    },
  ],
};

const outcomes = readKinds(kinds);

describe.each(Object.entries(kinds))("%s", (_kind, variants) => {
  it.each(variants.map((variant) => ({ ...variant, outcome: outcomes.get(variant) })))(
    "$is",
    ({ outcome, ...variant }) => {
      expect(outcome && faultsOf(variant, outcome)).toEqual([]);
    },
  );
});

const repot = `interface Bed { id: string }
/**
 * Repot a plant. Works on one
 * plant at a time.
 *
 * See {@link Bed} for the target.
 * @tool
 * @param plant the plant
 *   to repot
 * @example repot("fern", 12)
 */
export async function repot(plant: string): Promise<Bed> { return { id: plant }; }
`;

it.each([
  ["\n", repot],
  ["\r\n", repot.replaceAll("\n", "\r\n")],
  ["a byte order mark", `\uFEFF${repot}`],
])("the text of a tool keeps its paragraphs, with line ends of %j (R29)", (_name, source) => {
  const [outcome] = readVariants([{ is: "", source }]);
  expect(outcome?.tools[0]?.function.description).toBe(
    "Repot a plant. Works on one\nplant at a time.\n\nSee Bed for the target.",
  );
  expect(outcome?.tools[0]?.function.parameters.properties.plant).toEqual({
    type: "string",
    description: "the plant to repot",
  });
});

it("every missing text is a note that names tool and parameter (R31)", () => {
  const [outcome] = readVariants([{ is: "", takes: "run: { limit: number }, dry: boolean", says: ["@param run How"] }]);
  const notes = outcome?.diagnostics.map(({ severity, code, message }) => `${severity} ${code} ${message}`);
  expect(notes).toEqual(["note RG103 use_1.dry has no description."]);
});
