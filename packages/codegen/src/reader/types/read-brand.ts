/** `string & { readonly __brand: "Id" }`, `string & {}`: an intersection with something that is no plain object is that. */
import { ts } from "ts-morph";
import { declaringPackage, type ReadFile } from "../declared-where.ts";
import { RUNTIME_PACKAGE } from "../framework-types.ts";
import type { Construct, Reading } from "./reading.ts";
import { readSurface } from "./surface.ts";

export const readBrand: Construct = (reading, question) => {
  const { type, at } = question;
  if (!type.isIntersection()) return undefined;
  const primitive = type.types.find((part) => !(part.flags & OBJECT_LIKE));
  if (primitive && primitive.flags & ts.TypeFlags.Number && type.types.some((part) => isIntegerBrand(reading, part))) {
    return { kind: "integer" };
  }
  const branded = primitive ?? type.types.find((part) => isNoPlainObject(reading, part, at));
  if (!branded) return undefined;
  const { written } = question;
  return reading.read({ type: branded, at, written });
};

const OBJECT_LIKE = ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive | ts.TypeFlags.Instantiable;

/** The object half of the runtime's `Int`, which is an alias: `number & { readonly [brand]: "integer" }`. */
function isIntegerBrand(reading: Reading, part: ts.Type): boolean {
  return (part.symbol?.declarations ?? []).some((declaration) => {
    const alias = ts.findAncestor(declaration, ts.isTypeAliasDeclaration);
    return alias !== undefined && isIntegerAlias(alias, reading.readFile);
  });
}

export function isIntegerAlias(declaration: ts.Node, readFile: ReadFile): boolean {
  if (!ts.isTypeAliasDeclaration(declaration) || declaration.name.text !== "Int") return false;
  return declaringPackage(declaration, readFile) === RUNTIME_PACKAGE;
}

function isNoPlainObject(reading: Reading, part: ts.Type, at: ts.Node): boolean {
  const { checker } = reading;
  if (checker.isArrayType(part) || checker.isTupleType(part)) return true;
  return part.flags & ts.TypeFlags.Object ? readSurface(reading, { type: part, at }) !== undefined : false;
}
