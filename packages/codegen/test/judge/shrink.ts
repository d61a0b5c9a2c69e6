/**
 * Makes a disagreement small: tries what is simpler in one place, all of it in one program a round, and goes on from the
 * smallest that still disagrees in the same way.
 */
import type { JsonValue } from "@runa/runtime/manifest";
import { isJudged, isList } from "./is-judged.ts";
import { type AskSchemas, type Case, type Disagreement, judge } from "./judge.ts";
import { declarationsOf, type JudgedType, type SignatureForm, toJudgedType } from "./judged-type.ts";
import { isClosed, partsOf, type Sketch } from "./sketch.ts";

/** A program of this many candidates takes about as long as one of a few. */
const CANDIDATES_A_ROUND = 600;
const MOST_ROUNDS = 40;

export function shrink(found: Disagreement, ask?: AskSchemas): Disagreement {
  let best = found;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const [smaller] = judgeAll(candidatesOf(best).slice(0, CANDIDATES_A_ROUND), ask)
      .filter((each) => isAlike(each, found) && sizeOf(each) < sizeOf(best))
      .toSorted((one, other) => sizeOf(one) - sizeOf(other));
    if (!smaller) return best;
    best = smaller;
  }
  return best;
}

function isAlike(one: Disagreement, other: Disagreement): boolean {
  if (one.kind === "value") return other.kind === "value" && one.compilerAccepts === other.compilerAccepts;
  // The same code.
  return other.kind === "finding" && one.message.split(" ")[0] === other.message.split(" ")[0];
}

function sizeOf(disagreement: Disagreement): number {
  const value = disagreement.kind === "value" ? JSON.stringify(disagreement.value) : "";
  return declarationsOf(disagreement.type).join("\n").length + value.length;
}

/** A simpler type that the judge could not have drawn may not compile: such a round is judged one by one. */
function judgeAll(cases: readonly Case[], ask?: AskSchemas): readonly Disagreement[] {
  if (cases.length === 0) return [];
  try {
    return judge(cases, ask).disagreements;
  } catch (error) {
    if (cases.length === 1) return [];
    if (!(error instanceof Error) || !error.message.includes("compile")) throw error;
    const half = Math.ceil(cases.length / 2);
    return [...judgeAll(cases.slice(0, half), ask), ...judgeAll(cases.slice(half), ask)];
  }
}

function candidatesOf(from: Disagreement): readonly Case[] {
  const values = from.kind === "value" ? [from.value] : [];
  const simplerValues = values.flatMap(simplerValuesOf);
  const inner = values.flatMap(partsOfValue);
  const { form } = from.type.signature;
  const types = simplerTypesOf(from.type.sketch).filter((sketch) => isClosed(sketch));
  const numbered = types.map((sketch, index) => typeOf(sketch, `S${index}`, form));
  return [
    { type: typeOf(from.type.sketch, "S", form), values: simplerValues },
    ...numbered.flatMap((type) => (type ? [{ type, values: [...values, ...inner, ...simplerValues] }] : [])),
  ].flatMap(({ type, values }) =>
    type ? [{ type, values: values.filter((value) => isJudged(type.structure, value)) }] : [],
  );
}

function typeOf(sketch: Sketch, name: string, form: SignatureForm): JudgedType | undefined {
  try {
    return toJudgedType(sketch, name, form);
  } catch {
    // What is left out may be what a utility type or a lookup was about.
    return undefined;
  }
}

const SIMPLEST: readonly Sketch[] = [
  { kind: "keyword", name: "string" },
  { kind: "keyword", name: "null" },
];

/** Smaller types first. */
function simplerTypesOf(sketch: Sketch): readonly Sketch[] {
  if (
    SIMPLEST.some((simple) => simple.kind === "keyword" && sketch.kind === "keyword" && simple.name === sketch.name)
  ) {
    return [];
  }
  const parts = partsOf(sketch);
  return [
    ...(sketch.kind === "keyword" ? SIMPLEST.slice(0, 1) : SIMPLEST),
    ...parts.map(({ part }) => part),
    ...withLess(sketch),
    ...parts.flatMap(({ part, exchange }) => simplerTypesOf(part).map(exchange)),
  ];
}

/** The same type with something left out. */
function withLess(sketch: Sketch): readonly Sketch[] {
  switch (sketch.kind) {
    case "object":
      return [
        ...leaveOut(sketch.properties)
          .filter((properties) => properties.length > 0 || sketch.index)
          .map((properties): Sketch => ({ ...sketch, properties })),
        ...sketch.properties.flatMap((property, at) =>
          property.optional || property.orUndefined || property.isReadonly
            ? [
                {
                  ...sketch,
                  properties: sketch.properties.with(at, {
                    ...property,
                    orUndefined: false,
                    isReadonly: false,
                    optional: false,
                  }),
                },
                {
                  ...sketch,
                  properties: sketch.properties.with(at, { ...property, orUndefined: false, isReadonly: false }),
                },
              ]
            : [],
        ),
        ...(sketch.index && sketch.properties.length > 0
          ? [{ kind: "object" as const, properties: sketch.properties }]
          : []),
      ];
    case "tuple": {
      const { rest, ...fixed } = sketch;
      return [
        ...leaveOut(sketch.elements).map((elements): Sketch => ({ ...sketch, elements })),
        ...(rest ? [fixed] : []),
        ...(sketch.isLabelled || sketch.isReadonly ? [{ ...sketch, isLabelled: false, isReadonly: false }] : []),
      ];
    }
    case "union":
      return leaveOut(sketch.members)
        .filter((members) => members.length > 0)
        .map((members): Sketch => {
          const [only] = members;
          return only && members.length === 1 ? only : { ...sketch, members };
        });
    case "intersection":
      return leaveOut(sketch.parts)
        .filter((parts) => parts.length > 1)
        .map((parts): Sketch => ({ ...sketch, parts }));
    case "enum":
      return leaveOut(sketch.members)
        .filter((members) => members.length > 0 && !members.some(({ isAutomatic }) => isAutomatic))
        .map((members): Sketch => ({ kind: "enum", id: sketch.id, isConst: sketch.isConst, members }));
    case "template":
      return leaveOut(sketch.parts)
        .filter((parts) => parts.length > 0)
        .map((parts): Sketch => ({ ...sketch, parts }));
    case "named": {
      const { base: _base, hasPrivate: _hasPrivate, ...plain } = sketch;
      return sketch.base || sketch.hasPrivate ? [plain] : [];
    }
    case "generic":
      return [
        substitute(sketch.body, sketch.id, sketch.argument ?? sketch.fallback ?? { kind: "keyword", name: "string" }),
      ];
    case "constant":
      return constantsWithLess(sketch.value).map((value): Sketch => ({ ...sketch, value }));
    default:
      return [];
  }
}

function constantsWithLess(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value.length > 1 ? leaveOut(value) : [];
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value);
  return entries.length > 1 ? leaveOut(entries).map((left) => Object.fromEntries(left)) : [];
}

function leaveOut<T>(items: readonly T[]): readonly (readonly T[])[] {
  return items.map((_, index) => items.toSpliced(index, 1));
}

/** The body of a generic type with its argument in place. */
function substitute(body: Sketch, id: string, argument: Sketch): Sketch {
  if (body.kind === "parameter" && body.id === id) return argument;
  return partsOf(body).reduce<Sketch>((whole, _, index) => {
    const at = partsOf(whole)[index];
    return at ? at.exchange(substitute(at.part, id, argument)) : whole;
  }, body);
}

function partsOfValue(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value.flatMap((item) => [item, ...partsOfValue(item)]);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((inner) => [inner, ...partsOfValue(inner)]);
}

function simplerValuesOf(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) {
    return [
      ...leaveOut(value),
      ...value.flatMap((item, index) => simplerValuesOf(item).map((simpler) => value.with(index, simpler))),
    ];
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    return [
      ...leaveOut(entries).map((left) => Object.fromEntries(left)),
      ...entries.flatMap(([key, inner], index) =>
        simplerValuesOf(inner).map((simpler) => Object.fromEntries(entries.with(index, [key, simpler]))),
      ),
    ];
  }
  if (typeof value === "string") return ["", value.slice(1), value.slice(0, -1), value.slice(0, value.length / 2)];
  return typeof value === "number" ? [0, 1, Math.trunc(value)] : [];
}
