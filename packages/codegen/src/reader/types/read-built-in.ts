/** Types of the platform: `Date`, `URL`, bytes, `Set` and `Map` have a JSON form and a way back; most others do not. */
import { ts } from "ts-morph";
import type { TypeShape } from "../../signature/type-shape.ts";
import { isDeclaredByPlatform, isPlatformSymbol } from "../declared-where.ts";
import { argumentQuestion } from "./arguments-of.ts";
import type { Construct, Question, Reading } from "./reading.ts";

export const readBuiltIn: Construct = (reading, question) => {
  const { symbol } = question.type;
  if (!(question.type.flags & ts.TypeFlags.Object) || !symbol) return undefined;
  const read = BUILT_INS.get(symbol.name);
  if (read && isPlatformSymbol(reading.program, symbol)) return read(reading, question);
  const isNone = hasNoJsonForm(reading, question) || isMappedPlatformObject(reading, question);
  return isNone ? withoutJsonForm(reading, question) : undefined;
};

type ReadBuiltIn = (reading: Reading, question: Question) => TypeShape;

const BUILT_INS: ReadonlyMap<string, ReadBuiltIn> = new Map<string, ReadBuiltIn>([
  ["Date", () => ({ kind: "date" })],
  ["URL", () => ({ kind: "url" })],
  ["Uint8Array", () => ({ kind: "bytes" })],
  ["Buffer", () => ({ kind: "bytes" })],
  ["Set", readSet],
  ["ReadonlySet", readSet],
  ["Map", readMap],
  ["ReadonlyMap", readMap],
  ["String", () => ({ kind: "string" })],
  ["Number", () => ({ kind: "number" })],
  ["Boolean", () => ({ kind: "boolean" })],
  ["BigInt", () => ({ kind: "bigint" })],
  ["Object", () => ({ kind: "anything" })],
  ["Function", (reading, question) => inexpressible(reading, question, "function")],
  ["Symbol", (reading, question) => inexpressible(reading, question, "symbol")],
]);

function readSet(reading: Reading, question: Question): TypeShape {
  return { kind: "set", items: reading.readElement(argumentQuestion(reading, question, 0)) };
}

function readMap(reading: Reading, question: Question): TypeShape {
  const keys = argumentQuestion(reading, question, 0);
  const members = keys.type.isUnion() ? keys.type.types : [keys.type];
  if (!members.every(isTextKey)) return withoutJsonForm(reading, question);
  const values = reading.read(argumentQuestion(reading, question, 1));
  return members.every(isKnownKey) ? { kind: "map", keys: reading.read(keys), values } : { kind: "map", values };
}

function isTextKey(key: ts.Type): boolean {
  return (key.flags & ts.TypeFlags.StringLike) !== 0 || (key.isIntersection() && key.types.some(isTextKey));
}

/** One text, or the texts that a template literal type allows. */
function isKnownKey({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.StringLiteral | ts.TypeFlags.TemplateLiteral)) !== 0;
}

/** Declared by the platform, and more than data: it is made by a constructor, or has methods. */
function hasNoJsonForm(reading: Reading, { type }: Question): boolean {
  const declarations = type.symbol.declarations ?? [];
  const isNamed = type.symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class);
  if (!isNamed || !declarations.some((declaration) => isDeclaredByPlatform(reading.program, declaration))) return false;
  if (reading.checker.isArrayType(type) || ARRAY_LIKE.has(type.symbol.name)) return false;
  if (type.symbol.flags & ts.SymbolFlags.Value) return true;
  return reading.checker.getPropertiesOfType(type).some((property) => property.flags & ts.SymbolFlags.Method);
}

/**
 * `DeepPartial<HTMLElement>`: made by a type of the user's, but still the platform's object, with its methods, and a way
 * from there to all other objects of the platform.
 */
function isMappedPlatformObject({ checker, program }: Reading, { type }: Question): boolean {
  if (!isMapped(type)) return false;
  return checker
    .getPropertiesOfType(type)
    .some((property) =>
      property.declarations?.some((each) => ts.isMethodSignature(each) && isDeclaredByPlatform(program, each)),
    );
}

function isMapped(type: ts.Type): boolean {
  return ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;
}

/** Read as arrays: whatever can be walked may be one. */
export const ARRAY_LIKE: ReadonlySet<string> = new Set(["Iterable", "ArrayLike", "ConcatArray"]);

function withoutJsonForm(reading: Reading, question: Question): TypeShape {
  return { kind: "anything", gap: { why: "no-json-form", typeText: reading.typeText(question) } };
}

function inexpressible(reading: Reading, question: Question, why: "function" | "symbol"): TypeShape {
  return { kind: "inexpressible", why, typeText: reading.typeText(question) };
}
