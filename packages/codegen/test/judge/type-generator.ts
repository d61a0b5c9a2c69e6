/**
 * Draws a type at random. The documented exceptions (docs/types.md, "Where the schema and the compiler differ") are not
 * drawn in the first place, so that whatever the judge then finds is a disagreement.
 */
import type { JsonValue } from "@runa/runtime/manifest";
import { canStandTogether, survey } from "./mixing.ts";
import type { Random } from "../../../../tests/support/random.ts";
import { asObject, resolveSketch } from "./resolve-sketch.ts";
import {
  type ConstantUse,
  type Detour,
  type EnumMember,
  isClosed,
  type NamedSketch,
  type ObjectSketch,
  type PropertySketch,
  type Sketch,
  type TemplatePart,
  type Utility,
} from "./sketch.ts";
import { membersOf, type Structure } from "./structure.ts";

/** Names that neither arrays nor strings have: those are left out, as structural typing lets some of them through. */
const WORDS = [
  "id",
  "title",
  "city",
  "unit",
  "amount",
  "days",
  "when",
  "note",
  "owner",
  "price",
  "tags",
  "size",
] as const;
const AWKWARD_WORDS = ["content-type", "first name", "$ref", "default", "größe", "a/b", "x~y", "__typename"] as const;
const TEXTS = ["a", "b", "red", "green", "", "two words", "ünï", 'quo"te', "50%", "1", "true", "null", "a/b"] as const;
const NUMBERS = [0, 1, 2, 3, -1, 1.5, 42, 1e21, -0.25] as const;

interface Drawing {
  readonly random: Random;
  readonly serial: { next: number };
  /** Drawn before, and named: may be used again. */
  readonly named: Sketch[];
  readonly generics: (Sketch & { readonly kind: "generic" })[];
}

/** Where in the type something is drawn. */
interface Place {
  readonly depth: number;
  /** Declarations around it that it may refer to: there are objects in between. */
  readonly selves: readonly string[];
  /** The type parameter of the generic declaration around it. */
  readonly parameter?: string;
}

export function drawType(random: Random): Sketch {
  const drawing: Drawing = { random, serial: { next: 0 }, named: [], generics: [] };
  return draw(drawing, { depth: random.pick([1, 2, 2, 2, 3, 3]), selves: [] });
}

type Draw = (drawing: Drawing, place: Place) => Sketch;

function draw(drawing: Drawing, place: Place): Sketch {
  const { random } = drawing;
  const table = place.depth <= 0 ? LEAVES : random.chance(0.75) ? COMPOUNDS : LEAVES;
  const reused = random.chance(0.12) ? random.pickFrom(drawing.named) : undefined;
  if (reused) return reused;
  if (place.parameter !== undefined && random.chance(0.4)) return { kind: "parameter", id: place.parameter };
  return weighted(random, table)(drawing, place);
}

function weighted(random: Random, table: readonly (readonly [number, Draw])[]): Draw {
  let left = random.below(table.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, each] of table) {
    left -= weight;
    if (left < 0) return each;
  }
  return drawKeyword;
}

const drawKeyword: Draw = ({ random }) => ({
  kind: "keyword",
  name: random.pick(["string", "string", "number", "number", "boolean", "boolean", "null"]),
});

const drawTop: Draw = ({ random }) => ({ kind: "keyword", name: random.pick(["unknown", "any", "object", "{}"]) });

const drawRich: Draw = ({ random }) => ({
  kind: "rich",
  name: random.pick(["Date", "Date", "URL", "bigint", "Uint8Array"]),
});

const drawLiterals: Draw = ({ random }) => {
  const pools: readonly (readonly (string | number | boolean | bigint)[])[] = [
    TEXTS,
    TEXTS,
    NUMBERS,
    [...TEXTS, ...NUMBERS, true, false],
    [1n, 20n, -3n],
  ];
  const pool = random.pickFrom(pools) ?? TEXTS;
  const values = random.some(pool, random.pick([0.15, 0.3, 0.5]));
  const members = (values.length > 0 ? values : pool.slice(0, 1)).map((value): Sketch => ({ kind: "literal", value }));
  if (random.chance(0.15)) members.push({ kind: "keyword", name: "null" });
  const [only] = members;
  return only && members.length === 1 ? only : { kind: "union", members };
};

const drawEnum: Draw = (drawing) => {
  const { random } = drawing;
  const id = fresh(drawing, "Enum");
  const flavour = random.pick(["text", "text", "number", "mixed"]);
  const members: EnumMember[] = [];
  let next: number | undefined = 0;
  for (const name of ["First", "Second", "Third", "Fourth"].slice(0, 1 + random.below(4))) {
    const isText = flavour === "text" || (flavour === "mixed" && random.chance(0.5));
    if (isText) {
      members.push({ name, value: `${id}/${name.toLowerCase()}`, isAutomatic: false });
      next = undefined;
    } else if (next !== undefined && random.chance(0.6)) {
      members.push({ name, value: next, isAutomatic: true });
      next += 1;
    } else {
      const value: number = random.pick([5, 10, -2, 100, 0.5]) + members.length;
      members.push({ name, value, isAutomatic: false });
      next = value + 1;
    }
  }
  const only = random.chance(0.2) ? random.pickFrom(members) : undefined;
  return keep(drawing, { kind: "enum", id, isConst: random.chance(0.3), members, ...(only && { only }) });
};

const drawTemplate: Draw = ({ random }) => {
  if (random.chance(0.2)) {
    return { kind: "casing", name: random.pick(["Uppercase", "Lowercase", "Capitalize", "Uncapitalize"]) };
  }
  return { kind: "template", parts: drawTemplateParts(random) };
};

function drawTemplateParts(random: Random): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  const length = 1 + random.below(4);
  for (let index = 0; index < length; index += 1) {
    const part = random.pick(["text", "text", "hole", "hole", "hole", "choice"]);
    if (part === "text") {
      parts.push({
        kind: "text",
        text: random.pick(["-", ".", "v", "id:", "px", "/", "::", "e", "5", "$", " ", "(x)"]),
      });
    } else if (part === "choice") parts.push({ kind: "choice", texts: ["small", "large"] });
    else {
      parts.push({
        kind: "hole",
        of: random.pick(["string", "number", "bigint", "boolean", "string", "number", "Uppercase", "Capitalize"]),
      });
    }
  }
  // A template of texts alone is a literal; of one string alone, a string.
  const isPattern = parts.some((part) => part.kind === "hole" && part.of !== "string");
  return isPattern ? parts : [{ kind: "text", text: "x-" }, ...parts, { kind: "hole", of: "string" }];
}

const drawBrand: Draw = (drawing) =>
  keep(drawing, { kind: "brand", id: fresh(drawing, "Brand"), base: drawing.random.pick(["string", "number"]) });

const drawSelf: Draw = (drawing, place) => {
  const id = drawing.random.pickFrom(place.selves);
  if (id === undefined) return drawKeyword(drawing, place);
  const self: Sketch = { kind: "self", id };
  switch (drawing.random.pick(["list", "nullable", "record", "pair"])) {
    case "list":
      return { kind: "array", items: self, style: "T[]" };
    case "nullable":
      return { kind: "union", members: [self, { kind: "keyword", name: "null" }] };
    case "record":
      return { kind: "object", properties: [], index: { key: "string", values: self } };
    case "pair":
      return {
        kind: "tuple",
        elements: [
          { type: { kind: "keyword", name: "string" }, optional: false },
          { type: self, optional: true },
        ],
        isReadonly: false,
        isLabelled: false,
      };
  }
};

const drawArray: Draw = (drawing, place) => ({
  kind: "array",
  items: draw(drawing, deeper(place)),
  style: drawing.random.pick(["T[]", "T[]", "Array", "readonly T[]", "ReadonlyArray"]),
});

const drawTuple: Draw = (drawing, place) => {
  const { random } = drawing;
  const required = random.below(3);
  const optional = random.chance(0.3) ? 1 + random.below(2) : 0;
  const elements = Array.from({ length: required + optional }, (_, index) => ({
    type: draw(drawing, deeper(place)),
    optional: index >= required,
  }));
  const rest = random.chance(0.3) ? draw(drawing, deeper(place)) : undefined;
  return {
    kind: "tuple",
    elements,
    ...(rest && { rest }),
    isReadonly: random.chance(0.2),
    isLabelled: random.chance(0.3),
  };
};

const drawObject: Draw = (drawing, place) => drawProperties(drawing, place);

function drawProperties(drawing: Drawing, place: Place): ObjectSketch {
  const { random } = drawing;
  const properties = Array.from({ length: 1 + random.below(4) }, () => drawProperty(drawing, place));
  return { kind: "object", properties };
}

function drawProperty(drawing: Drawing, place: Place, name: string = freshName(drawing)): PropertySketch {
  const { random } = drawing;
  const type = draw(drawing, deeper(place));
  // `unknown | undefined` is `unknown`, which a property may not lack.
  const mayLack = !membersOf(resolveIfClosed(type) ?? ANYTHING).some(({ kind }) => kind === "anything");
  return {
    name,
    type,
    optional: random.chance(0.35),
    orUndefined: mayLack && random.chance(0.08),
    isReadonly: random.chance(0.15),
  };
}

const drawIndexed: Draw = (drawing, place) => {
  const { random } = drawing;
  const values = draw(drawing, deeper(place));
  const kind = random.pick(["string", "string", "beside", "number", "template"]);
  switch (kind) {
    case "string":
      return { kind: "object", properties: [], index: { key: "string", values } };
    case "number":
      return { kind: "object", properties: [], index: { key: "number", values } };
    case "template": {
      // Where all that it allows can be listed, the compiler wants a mapped type.
      const endless = drawTemplateParts(random).filter(
        (part) => part.kind === "text" || (part.kind === "hole" && part.of !== "boolean"),
      );
      const key: readonly TemplatePart[] = [{ kind: "text", text: "x-" }, ...endless, { kind: "hole", of: "string" }];
      const property = drawProperty(drawing, place);
      return { kind: "object", properties: random.chance(0.5) ? [property] : [], index: { key, values } };
    }
    case "beside": {
      // The index signature must allow what the properties have.
      const named: PropertySketch = { ...drawProperty(drawing, place), type: values, orUndefined: false };
      const isOptional = named.optional;
      const text: Sketch = { kind: "keyword", name: "unknown" };
      return {
        kind: "object",
        properties: [named],
        index: { key: "string", values: isOptional ? text : values },
      };
    }
  }
};

const drawRecord: Draw = (drawing, place) => ({
  kind: "record",
  keys: [freshName(drawing), freshName(drawing)],
  values: draw(drawing, deeper(place)),
});

const drawSet: Draw = (drawing, place) => ({
  kind: "set",
  items: draw(drawing, deeper(place)),
  isReadonly: drawing.random.chance(0.2),
});

const drawMap: Draw = (drawing, place) => ({
  kind: "map",
  values: draw(drawing, deeper(place)),
  isReadonly: drawing.random.chance(0.2),
});

const drawUnion: Draw = (drawing, place) => {
  const wanted = 2 + drawing.random.below(3);
  const members: Sketch[] = [];
  const structures: Structure[] = [];
  for (let tries = 0; members.length < wanted && tries < 8; tries += 1) {
    const member = draw(drawing, deeper(place));
    const structure = resolveIfClosed(member);
    if (!structure || !structures.every((other) => canStandTogether(other, structure))) continue;
    members.push(member);
    structures.push(structure);
  }
  const [only] = members;
  if (!only) return drawKeyword(drawing, place);
  return members.length === 1
    ? { kind: "union", members: [only, { kind: "keyword", name: "null" }] }
    : { kind: "union", members };
};

const drawNullable: Draw = (drawing, place) => ({
  kind: "union",
  members: [draw(drawing, deeper(place)), { kind: "keyword", name: "null" }],
});

const drawSetOrList: Draw = (drawing, place) => {
  const items = draw(drawing, { ...deeper(place), selves: [] });
  return {
    kind: "union",
    members: [
      { kind: "set", items, isReadonly: false },
      { kind: "array", items, style: "T[]" },
    ],
  };
};

/** Disjoint tags; the rest may have names in common, with types of their own. */
const drawDiscriminated: Draw = (drawing, place) => {
  const { random } = drawing;
  const tag = freshName(drawing);
  const shared = freshName(drawing);
  const tags: readonly Sketch[] = random.pick<readonly Sketch[]>([
    TEXTS.slice(0, 3).map((value) => ({ kind: "literal", value })),
    [1, 2, 3].map((value) => ({ kind: "literal", value })),
    [true, false].map((value) => ({ kind: "literal", value })),
    [
      {
        kind: "union",
        members: [
          { kind: "literal", value: "x" },
          { kind: "literal", value: "y" },
        ],
      },
      { kind: "literal", value: "z" },
    ],
  ]);
  const members = tags.map((type): Sketch => {
    const own = drawProperties(drawing, place).properties;
    const common = random.chance(0.5) ? [drawProperty(drawing, place, shared)] : [];
    const body: ObjectSketch = {
      kind: "object",
      properties: [
        { name: tag, type, optional: false, orUndefined: false, isReadonly: random.chance(0.2) },
        ...common,
        ...own,
      ],
    };
    return random.chance(0.4) && isClosed(body) && place.parameter === undefined
      ? { kind: "named", id: fresh(drawing, "Variant"), form: random.pick(["interface", "alias"]), body }
      : body;
  });
  return { kind: "union", members };
};

const drawIntersection: Draw = (drawing, place) => {
  const { random } = drawing;
  const parts: Sketch[] = [objectLike(drawing, place), objectLike(drawing, place)];
  if (random.chance(0.25)) parts.push(drawDiscriminated(drawing, place));
  const structures = parts.map((part) => resolveIfClosed(part));
  const objects = structures.flatMap((structure) =>
    structure ? membersOf(structure).flatMap((member) => (member.kind === "object" ? [member] : [])) : [],
  );
  const arePlain = objects.every(({ classId, index }) => classId === undefined && !index);
  const areKnown = structures.every((structure) => structure !== undefined);
  const names = structures.map((structure) => (structure ? survey(structure).names : new Set<string>()));
  return arePlain && areKnown && areApart(names) ? { kind: "intersection", parts } : drawObject(drawing, place);
};

function areApart(sets: readonly ReadonlySet<string>[]): boolean {
  const all = sets.flatMap((set) => [...set]);
  return new Set(all).size === all.length;
}

/** An object without index signature, or a named one: for what is made from the properties of another type. */
function objectLike(drawing: Drawing, place: Place): Sketch {
  const { random } = drawing;
  const known = random.chance(0.3) ? drawing.named.filter((sketch) => isPlainObject(resolveIfClosed(sketch))) : [];
  const reused = random.pickFrom(known);
  if (reused) return reused;
  const inner: Place = { depth: place.depth - 1, selves: [] };
  return random.chance(0.4)
    ? nameIt(drawing, random.pick(["interface", "alias"]), () => drawProperties(drawing, inner))
    : drawProperties(drawing, inner);
}

function isPlainObject(structure: Structure | undefined): boolean {
  const members = structure ? membersOf(structure) : [];
  const [only] = members;
  return members.length === 1 && only?.kind === "object" && !only.index && only.classId === undefined;
}

const drawNamed: Draw = (drawing, place) => {
  const { random } = drawing;
  const form = random.pick(["interface", "interface", "alias", "class"]);
  return nameIt(drawing, form, (id) => {
    // Within a generic declaration the type would need the argument too.
    const selves = place.parameter === undefined ? place.selves : [];
    const inner: Place = { depth: place.depth - 1, selves: [...selves, id] };
    if (form !== "alias" || random.chance(0.5)) return drawProperties(drawing, inner);
    return draw(drawing, { depth: place.depth - 1, selves });
  });
};

function nameIt(drawing: Drawing, form: NamedSketch["form"], body: (id: string) => Sketch): Sketch {
  const { random } = drawing;
  const id = fresh(drawing, form === "class" ? "Class" : "Named");
  const bases = drawing.named.flatMap((sketch) =>
    sketch.kind === "named" && sketch.form === form && sketch.body.kind === "object" ? [sketch] : [],
  );
  const base = form !== "alias" && random.chance(0.3) ? random.pickFrom(bases) : undefined;
  return keep(drawing, {
    kind: "named",
    id,
    form,
    body: body(id),
    ...(base && { base }),
    ...(form === "class" && random.chance(0.25) && { hasPrivate: true }),
  });
}

const drawJson: Draw = (drawing) => {
  const id = fresh(drawing, "Json");
  const self: Sketch = { kind: "self", id };
  const body: Sketch = {
    kind: "union",
    members: [
      { kind: "keyword", name: "string" },
      { kind: "keyword", name: drawing.random.pick(["number", "boolean", "null"]) },
      { kind: "array", items: self, style: "T[]" },
      { kind: "object", properties: [], index: { key: "string", values: self } },
    ],
  };
  return keep(drawing, { kind: "named", id, form: "alias", body });
};

const drawGeneric: Draw = (drawing, place) => {
  const { random } = drawing;
  const known = random.chance(0.4) ? random.pickFrom(drawing.generics) : undefined;
  const argument = draw(drawing, deeper(place));
  if (known) return known.fallback && random.chance(0.3) ? withoutArgument(known) : { ...known, argument };
  const id = fresh(drawing, "Box");
  const isInterface = random.chance(0.5);
  const body = drawProperties(drawing, {
    depth: Math.min(place.depth - 1, 1),
    selves: isInterface ? [id] : [],
    parameter: id,
  });
  const fallback: Sketch | undefined = random.chance(0.4)
    ? { kind: "keyword", name: random.pick(["string", "number"]) }
    : undefined;
  const made: Sketch & { readonly kind: "generic" } = {
    kind: "generic",
    id,
    form: isInterface ? "interface" : "alias",
    body,
    ...(fallback && { fallback }),
    argument,
  };
  if (!isClosed(body, new Set([id]))) return drawObject(drawing, place);
  drawing.generics.push(made);
  return fallback && random.chance(0.3) ? withoutArgument(made) : made;
};

function withoutArgument({ argument: _, ...generic }: Sketch & { readonly kind: "generic" }): Sketch {
  return generic;
}

const drawUtility: Draw = (drawing, place) => {
  const { random } = drawing;
  const of = objectLike(drawing, place);
  const names = asObject(resolveSketch(of)).properties.map(({ name }) => name);
  const some = random.some(names, 0.6);
  const keys = some.length > 0 && some.length < names.length ? some : names.slice(0, 1);
  const name = random.pick<Utility>([
    "Partial",
    "Required",
    "Readonly",
    "Pick",
    "Pick",
    "Omit",
    "Omit",
    "mapped-copy",
    "mapped-required",
    "mapped-nullable",
    "mapped-renamed",
    "mapped-flags",
  ]);
  return { kind: "utility", name, of, keys };
};

const drawKeyof: Draw = (drawing, place) => ({ kind: "keyof", of: objectLike(drawing, place) });

const drawLookup: Draw = (drawing, place) => {
  const of = objectLike(drawing, place);
  const { properties } = asObject(resolveSketch(of));
  const kept: (typeof properties)[number][] = [];
  for (const property of drawing.random.some(properties, 0.5)) {
    // An optional property's type includes `undefined`, which has no JSON form inside a list.
    if (property.optional || property.orUndefined) continue;
    if (kept.every(({ type }) => canStandTogether(type, property.type))) kept.push(property);
  }
  return kept.length === 0 ? { kind: "keyof", of } : { kind: "lookup", of, keys: kept.map(({ name }) => name) };
};

const drawDetour: Draw = (drawing, place) => {
  const { random } = drawing;
  const of = draw(drawing, { ...deeper(place), selves: [] });
  const structure = resolveIfClosed(of);
  const kinds = structure ? membersOf(structure).map(({ kind }) => kind) : ["anything"];
  const by: Detour[] = ["Awaited", "ReturnType", "Parameters", "property", "element", "index", "infer", "conditional"];
  const isVague = kinds.some((kind) => ["anything", "null", "non-null"].includes(kind));
  if (!isVague) by.push("NonNullable", "Extract");
  if (!isVague && !kinds.some((kind) => ["string", "template", "casing", "brand"].includes(kind))) by.push("Exclude");
  return { kind: "detour", by: random.pickFrom(by) ?? "property", of };
};

const drawConstant: Draw = (drawing) => {
  const { random } = drawing;
  const id = fresh(drawing, "CONSTANT");
  const texts = [...random.some(TEXTS, 0.4), "end"];
  const table: { [key: string]: JsonValue } = {};
  for (const text of texts.slice(-3)) table[freshName(drawing)] = random.pick<JsonValue>([text, 1, true, 2.5]);
  const by = random.pick<ConstantUse>(["as const", "widened", "element", "keys", "values"]);
  const value: JsonValue = by === "element" ? texts : by === "as const" && random.chance(0.5) ? [texts, table] : table;
  return keep(drawing, { kind: "constant", id, value, by });
};

const LEAVES: readonly (readonly [number, Draw])[] = [
  [30, drawKeyword],
  [16, drawLiterals],
  [8, drawEnum],
  [8, drawTemplate],
  [8, drawRich],
  [5, drawTop],
  [3, drawBrand],
  [6, drawConstant],
  [10, drawSelf],
];

const COMPOUNDS: readonly (readonly [number, Draw])[] = [
  [24, drawObject],
  [16, drawNamed],
  [12, drawArray],
  [8, drawTuple],
  [14, drawUnion],
  [8, drawNullable],
  [9, drawDiscriminated],
  [6, drawIntersection],
  [10, drawGeneric],
  [11, drawUtility],
  [9, drawDetour],
  [4, drawKeyof],
  [5, drawLookup],
  [8, drawIndexed],
  [3, drawRecord],
  [4, drawSet],
  [4, drawMap],
  [2, drawSetOrList],
  [2, drawJson],
];

const ANYTHING: Structure = { kind: "anything", keyword: "unknown" };

function resolveIfClosed(sketch: Sketch): Structure | undefined {
  return isClosed(sketch) ? resolveSketch(sketch) : undefined;
}

function keep(drawing: Drawing, sketch: Sketch): Sketch {
  if (isClosed(sketch)) drawing.named.push(sketch);
  return sketch;
}

function deeper(place: Place): Place {
  return { ...place, depth: place.depth - 1 };
}

function fresh(drawing: Drawing, what: string): string {
  drawing.serial.next += 1;
  return `${what}${drawing.serial.next}`;
}

/** No two properties of one drawn type have the same name, unless it is meant: see `mixing.ts`. */
function freshName(drawing: Drawing): string {
  drawing.serial.next += 1;
  const word = drawing.random.chance(0.1) ? drawing.random.pick(AWKWARD_WORDS) : drawing.random.pick(WORDS);
  return `${word}${drawing.serial.next}`;
}
