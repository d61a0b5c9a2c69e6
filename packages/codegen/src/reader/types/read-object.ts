/** Object types of every origin: interfaces, classes as data, mapped types, intersections. */
import { ts } from "ts-morph";
import type { ObjectShape, PropertyShape, TypeShape } from "../../signature/type-shape.ts";
import { sourceLocationOf } from "../source-location-of.ts";
import { indexMemberOf } from "../written/candidates.ts";
import { declaredMembers, startWalk } from "../written/declared-members.ts";
import { type OrderedProperty, orderProperties } from "../written/property-order.ts";
import { isHidden } from "./is-hidden.ts";
import { readPropertyComment } from "./read-property-comment.ts";
import { patternsOf } from "./read-template.ts";
import type { Construct, Question, Reading } from "./reading.ts";
import { includesUndefined } from "./union-members.ts";

export const readObject: Construct = (reading, question) => {
  const { type, written } = question;
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return undefined;
  const symbols = reading.checker.getPropertiesOfType(type);
  const visible = symbols.filter((symbol) => !isHidden(symbol));
  const index = readIndex(reading, question);
  // `{}` takes every value but `null`; a class whose fields are all private takes nothing in particular.
  if (symbols.length === 0 && !index.index && !index.patterns && !index.isSealed) return { kind: "anything" };
  const ordered = orderProperties(reading.checker, visible, written);
  const properties = ordered.map((property) => readProperty(reading, question, property));
  return { kind: "object", properties: properties.filter((property) => !isForbidden(property)), ...index };
};

function readProperty(reading: Reading, { at }: Question, { symbol, written }: OrderedProperty): PropertyShape {
  const type = reading.checker.getTypeOfSymbol(symbol);
  const name = nameNode(symbol);
  const doc = readPropertyComment(reading, symbol);
  return {
    name: symbol.name,
    shape: reading.read({ type, at: name ?? at, written }),
    optional: (symbol.flags & ts.SymbolFlags.Optional) !== 0 || includesUndefined(type),
    ...(doc && { doc }),
    location: sourceLocationOf(name ?? at),
  };
}

/** `other?: never` only says that the property is not there, which a closed object says by itself. */
function isForbidden({ optional, shape }: PropertyShape): boolean {
  return optional && shape.kind === "inexpressible" && shape.why === "never";
}

function nameNode(symbol: ts.Symbol): ts.Node | undefined {
  const [declaration] = symbol.declarations ?? [];
  return declaration && (ts.getNameOfDeclaration(declaration) ?? declaration);
}

/** Keys of a `{ [column: number]: T }` as the compiler takes them: a number in the way that JavaScript writes it. */
const NUMBER_KEYS = "^-?(?:0|[1-9]\\d*)(?:\\.\\d*[1-9])?$";

function readIndex(reading: Reading, question: Question): Pick<ObjectShape, "index" | "patterns" | "isSealed"> {
  let index: TypeShape | undefined;
  const patterns: { readonly pattern: string; readonly values: TypeShape }[] = [];
  const all = reading.checker.getIndexInfosOfType(question.type);
  // Keys whose value is `never` are keys that cannot be there.
  const infos = all.filter(({ type }) => !(type.flags & ts.TypeFlags.Never));
  if (infos.length === 0) return all.length > 0 ? { isSealed: true } : {};
  const members = question.written && declaredMembers(startWalk(reading.checker, false), question.written);
  for (const info of infos) {
    const written = members?.get(indexMemberOf(keyKind(info.keyType)));
    const values = (): TypeShape => reading.read({ type: info.type, at: question.at, written });
    if (info.keyType.flags & ts.TypeFlags.String) index = values();
    else if (info.keyType.flags & ts.TypeFlags.Number) patterns.push({ pattern: NUMBER_KEYS, values: values() });
    else for (const pattern of patternsOf(reading, info.keyType) ?? []) patterns.push({ pattern, values: values() });
  }
  const sorted = [...patterns].sort((left, right) => (left.pattern < right.pattern ? -1 : 1));
  return { ...(index && { index }), ...(sorted.length > 0 && { patterns: sorted }) };
}

function keyKind(type: ts.Type): ts.SyntaxKind {
  if (type.flags & ts.TypeFlags.String) return ts.SyntaxKind.StringKeyword;
  return type.flags & ts.TypeFlags.Number ? ts.SyntaxKind.NumberKeyword : ts.SyntaxKind.TemplateLiteralType;
}
