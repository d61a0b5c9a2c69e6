/** Arrays, read-only ones, and what is only asked to be walked. */
import { ts } from "ts-morph";
import type { TypeShape } from "../../signature/type-shape.ts";
import { isDeclaredByPlatform, isPlatformSymbol } from "../declared-where.ts";
import { indexMemberOf, writtenElements } from "../written/candidates.ts";
import { declaredMembers, startWalk } from "../written/declared-members.ts";
import { unwrap, type Written } from "../written/written.ts";
import { ARRAY_LIKE } from "./read-built-in.ts";
import type { Construct, Question, Reading } from "./reading.ts";

export const readArray: Construct = (reading, question) => {
  const { type, at } = question;
  if (!isArray(reading, type)) return readArrayByInheritance(reading, question);
  const [element] = reading.checker.getTypeArguments(type as ts.TypeReference);
  if (!element) return { kind: "array", items: { kind: "anything" } };
  const written = elementWritten(reading, question);
  return { kind: "array", items: reading.readElement({ type: element, at, written }) };
};

/** `interface Names extends Array<string> {}`: an array by another name, unless it adds what no array has. */
function readArrayByInheritance(reading: Reading, question: Question): TypeShape | undefined {
  const { checker, program } = reading;
  const { type, at } = question;
  if (!(type.flags & ts.TypeFlags.Object) || !isDerived(type) || !checker.isArrayLikeType(type)) return undefined;
  const isPlain = checker.getPropertiesOfType(type).every((property) => isPlatformMember(program, property));
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (!isPlain || !element || checker.isTupleType(type)) return undefined;
  const written = inheritedElement(reading, question);
  return { kind: "array", items: reading.readElement({ type: element, at, ...(written && { written }) }) };
}

/** `Array<string>` declares it as `[n: number]: T`. */
function inheritedElement({ checker }: Reading, { written }: Question): Written | undefined {
  const members = written && declaredMembers(startWalk(checker, false), written);
  return members?.get(indexMemberOf(ts.SyntaxKind.NumberKeyword));
}

function isDerived({ symbol }: ts.Type): boolean {
  return (symbol?.declarations ?? []).some(
    (declaration) => ts.isInterfaceDeclaration(declaration) && declaration.heritageClauses !== undefined,
  );
}

function isPlatformMember(program: ts.Program, property: ts.Symbol): boolean {
  return (property.declarations ?? []).every((declaration) => isDeclaredByPlatform(program, declaration));
}

function isArray(reading: Reading, type: ts.Type): boolean {
  if (reading.checker.isArrayType(type)) return true;
  if (!(type.flags & ts.TypeFlags.Object) || !type.symbol || !ARRAY_LIKE.has(type.symbol.name)) return false;
  return isPlatformSymbol(reading.program, type.symbol);
}

export function elementWritten(reading: Reading, { written }: Question): Written | undefined {
  if (!written) return undefined;
  // `T[]`, as most are written.
  const { node, bindings } = unwrap(reading.checker, written);
  if (ts.isArrayTypeNode(node)) return { node: node.elementType, bindings };
  const [strict] = writtenElements(startWalk(reading.checker, false), written);
  return strict ?? writtenElements(startWalk(reading.checker, true), written)[0];
}
