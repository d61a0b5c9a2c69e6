/**
 * Draws JSON values for a type: fitting ones, and fitting ones with a mistake in one place. A value is drawn from one
 * member of a union, and a mistake never takes a key from another member.
 */
import type { JsonValue } from "@runa/runtime/manifest";
import { isJudged, isList } from "./is-judged.ts";
import type { Random } from "../../../../tests/support/random.ts";
import { DATES, NO_DATES, NO_URLS, URLS } from "./rich-texts.ts";
import type { Casing, TemplatePart } from "./sketch.ts";
import { type Member, membersOf, type ObjectStructure, type Structure } from "./structure.ts";

/** A key that no type has. */
export const UNKNOWN_KEY = "zz_unknown";

/** How many values get a mistake; some mistakes still fit, so that about half of all values are refused. */
const MISTAKES = 0.55;

/** Different values; fewer than `count` where a type has no more. */
export function drawValues(
  random: Random,
  structure: Structure,
  count: number,
  mistakes: number = MISTAKES,
): readonly JsonValue[] {
  const values = new Map<string, JsonValue>();
  for (let tries = 0; values.size < count && tries < count * 3; tries += 1) {
    const spots: Spot[] = [];
    const fitting = drawFitting({ random, spots, fuel: { left: 10 } }, structure, []);
    const value = random.chance(mistakes) ? withMistake(random, fitting, spots) : fitting;
    if (isJudged(structure, value)) values.set(JSON.stringify(value), value);
  }
  return [...values.values()];
}

type Path = readonly (string | number)[];

/** A place in a drawn value: the type there, and the one member of it that was chosen. */
interface Spot {
  readonly path: Path;
  readonly member: Member;
  readonly value: JsonValue;
}

interface Drawing {
  readonly random: Random;
  readonly spots: Spot[];
  /** Ends what contains itself. */
  readonly fuel: { left: number };
}

function drawFitting(drawing: Drawing, structure: Structure, path: Path): JsonValue {
  drawing.fuel.left -= 1;
  const members = membersOf(structure);
  const small = drawing.fuel.left <= 0 ? members.filter(({ kind }) => !DEEP.has(kind)) : [];
  const member = drawing.random.pickFrom(small.length > 0 ? small : members);
  if (!member) throw new Error("The type has no members.");
  const value = drawMember(drawing, member, path);
  drawing.spots.push({ path, member, value });
  return value;
}

const DEEP: ReadonlySet<string> = new Set(["object", "tuple", "array", "set", "map"]);

function drawMember(drawing: Drawing, member: Member, path: Path): JsonValue {
  const { random } = drawing;
  switch (member.kind) {
    case "string":
      return random.pick(["", "a", "red", "two words", "1", "ünï", "null", "😀", 'say "hi"']);
    case "number":
      return random.pick([0, 1, -1, 1.5, 42, -0.25, 1e21, 9007199254740992]);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "anything":
      return random.pick<JsonValue>([null, 1, "a", [], {}, [1, "a"], { x: { y: null } }]);
    case "non-null":
      return random.pick<JsonValue>([1, "a", true, [], {}, [1, "a"], { x: { y: null } }]);
    case "non-primitive":
      return random.pick<JsonValue>([[], {}, [1, "a"], { x: { y: null } }]);
    case "literal":
      return typeof member.value === "bigint" ? Number(member.value) : member.value;
    case "template":
      return drawTemplateText(random, member.parts);
    case "casing":
      return drawHole(random, member.name);
    case "brand":
      return member.base === "string" ? random.pick(["", "a", "id 1"]) : random.pick([0, 7, 1.5]);
    case "date":
      return random.pick(DATES);
    case "url":
      return random.pick(URLS);
    case "bytes":
      return random.pick(["", "AAEC", "aGVsbG8="]);
    case "bigint":
      return random.pick([0, 1, -1, 42, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);
    case "array":
      return drawList(drawing, path, random.below(drawing.fuel.left > 0 ? 4 : 1), () => member.items);
    case "set":
      return unique(drawList(drawing, path, random.below(drawing.fuel.left > 0 ? 4 : 1), () => member.items));
    case "map":
      return drawEntries(drawing, path, ["k", "key two", "3"], () => member.values);
    case "tuple":
      return drawTuple(drawing, member, path);
    case "object":
      return drawObject(drawing, member, path);
  }
}

function drawList(
  drawing: Drawing,
  path: Path,
  length: number,
  at: (index: number) => Structure,
): readonly JsonValue[] {
  return Array.from({ length }, (_, index) => drawFitting(drawing, at(index), [...path, index]));
}

function unique(values: readonly JsonValue[]): readonly JsonValue[] {
  const texts = values.map((value) => JSON.stringify(value));
  return values.filter((_, index) => texts.indexOf(texts[index] ?? "") === index);
}

function drawTuple(drawing: Drawing, { elements, rest }: Member & { readonly kind: "tuple" }, path: Path): JsonValue {
  const { random, fuel } = drawing;
  const required = elements.filter(({ optional }) => !optional).length;
  const isShort = fuel.left <= 0 || random.chance(0.3);
  const length = isShort ? required : elements.length + (rest ? random.below(3) : 0);
  return drawList(drawing, path, length, (index) => elements[index]?.type ?? rest ?? NOTHING);
}

/** No member: a tuple without a rest is not asked for more than it has. */
const NOTHING: Structure = { kind: "union", members: [] };

function drawEntries(
  drawing: Drawing,
  path: Path,
  keys: readonly string[],
  at: (key: string) => Structure,
): { readonly [key: string]: JsonValue } {
  const chosen = drawing.fuel.left > 0 ? drawing.random.some(keys, 0.5) : [];
  return Object.fromEntries(chosen.map((key) => [key, drawFitting(drawing, at(key), [...path, key])]));
}

function drawObject(drawing: Drawing, { properties, index }: ObjectStructure, path: Path): JsonValue {
  const { random, fuel } = drawing;
  const present = properties.filter(({ optional, orUndefined }) =>
    optional || orUndefined ? fuel.left > 0 && random.chance(0.5) : true,
  );
  const own = Object.fromEntries(present.map(({ name, type }) => [name, drawFitting(drawing, type, [...path, name])]));
  if (!index) return own;
  const keys = indexKeys(random, index.key);
  return { ...drawEntries(drawing, path, keys, () => index.values), ...own };
}

function indexKeys(random: Random, key: "string" | "number" | readonly TemplatePart[]): readonly string[] {
  if (key === "string") return ["k", "key two", "3", "Ünï"];
  if (key === "number") return ["0", "3", "17", "-1", "1.5"];
  return [drawTemplateText(random, key), drawTemplateText(random, key)];
}

function drawTemplateText(random: Random, parts: readonly TemplatePart[]): string {
  return parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      return part.kind === "choice" ? (random.pickFrom(part.texts) ?? "") : drawHole(random, part.of);
    })
    .join("");
}

function drawHole(random: Random, of: (TemplatePart & { readonly kind: "hole" })["of"] | Casing): string {
  switch (of) {
    case "string":
      return random.pick(["", "a", "abc", "5", "-", "a-b", "a.b", "two words", "\n", "é"]);
    case "number":
      return random.pick([
        "0",
        "1",
        "-1",
        "1.5",
        "42",
        "1e3",
        "0x1F",
        " 1",
        "1.",
        ".5",
        "007",
        "+1",
        "0b11",
        "1E-2",
        " ",
      ]);
    case "bigint":
      return random.pick(["0", "1", "-1", "42", "0x1F", "-0", "9007199254740993"]);
    case "boolean":
      return random.pick(["true", "false"]);
    case "Uppercase":
      return random.pick(["", "ABC", "Ä1", "A-B", "5"]);
    case "Lowercase":
      return random.pick(["", "abc", "ä1", "a-b", "5"]);
    case "Capitalize":
      return random.pick(["", "Abc", "ABC", "1a", "Ä"]);
    case "Uncapitalize":
      return random.pick(["", "abc", "aBC", "1A", "ä"]);
  }
}

const FOREIGN: readonly [JsonValue, ...JsonValue[]] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  1e21,
  "",
  "a",
  "red",
  "1",
  "true",
  "null",
  "zz",
  [],
  [1],
  ["a"],
  [null],
  [[]],
  {},
  { [UNKNOWN_KEY]: 1 },
  [{ [UNKNOWN_KEY]: "a" }],
];

function withMistake(random: Random, value: JsonValue, spots: readonly Spot[]): JsonValue {
  const spot = random.pickFrom(spots);
  if (!spot) return value;
  const wrong = random.chance(0.35) ? random.pick(FOREIGN) : mistakeIn(random, spot);
  return replaceAt(value, spot.path, wrong);
}

function mistakeIn(random: Random, { member, value }: Spot): JsonValue {
  if (isList(value)) return mistakeInList(random, value);
  if (typeof value === "object" && value !== null) return mistakeInRecord(random, value);
  if (typeof value === "string") return mistakeInText(random, member, value);
  if (typeof value === "number")
    return random.pick<JsonValue>([String(value), value + 1, value + 0.5, -value, [value], null]);
  return random.pick(FOREIGN);
}

function mistakeInList(random: Random, value: readonly JsonValue[]): JsonValue {
  switch (random.pick(["append", "shorten", "repeat", "turn", "object"])) {
    case "append":
      return [...value, random.pick(FOREIGN)];
    case "shorten":
      return value.slice(0, -1);
    case "repeat":
      return [...value, ...value.slice(-1)];
    case "turn":
      return value.toReversed();
    case "object":
      return Object.fromEntries(value.map((item, index) => [String(index), item]));
  }
}

function mistakeInRecord(random: Random, value: { readonly [key: string]: JsonValue }): JsonValue {
  const key = random.pickFrom(Object.keys(value));
  const without = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  switch (random.pick(["drop", "drop", "add", "add", "rename", "wrap", "proto"])) {
    case "drop":
      return without;
    case "add":
      return { ...value, [UNKNOWN_KEY]: random.pick(FOREIGN) };
    case "rename":
      return key === undefined ? { [UNKNOWN_KEY]: 0 } : { ...without, [`${key}_${UNKNOWN_KEY}`]: value[key] ?? null };
    case "wrap":
      return [value];
    case "proto":
      return random.chance(0.3) ? Object.fromEntries([...Object.entries(value), ["__proto__", 1]]) : without;
  }
}

function mistakeInText(random: Random, member: Member, value: string): JsonValue {
  if (member.kind === "date") return random.pick([...NO_DATES]);
  if (member.kind === "url") return random.pick([...NO_URLS]);
  const at = random.below(value.length + 1);
  switch (random.pick(["insert", "cut", "upper", "lower", "blank", "list"])) {
    case "insert":
      return value.slice(0, at) + random.pick(["x", "5", "-", ".", " ", "E", "+", "0x", "\t"]) + value.slice(at);
    case "cut":
      return value.slice(0, at) + value.slice(at + 1);
    case "upper":
      return value.toUpperCase();
    case "lower":
      return value.toLowerCase();
    case "blank":
      return ` ${value}`;
    case "list":
      return [value];
  }
}

function replaceAt(value: JsonValue, path: Path, next: JsonValue): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (isList(value)) {
    return value.map((item, index) => (index === step ? replaceAt(item, rest, next) : item));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === step ? replaceAt(inner, rest, next) : inner]),
  );
}
