/** Arrays, read-only ones, and what is only asked to be walked. */
import { ts } from "ts-morph";
import { isPlatformSymbol } from "../declared-where.ts";
import { writtenElements } from "../written/candidates.ts";
import { startWalk } from "../written/declared-members.ts";
import { unwrap, type Written } from "../written/written.ts";
import { ARRAY_LIKE } from "./read-built-in.ts";
import type { Construct, Question, Reading } from "./reading.ts";

export const readArray: Construct = (reading, question) => {
  const { type, at } = question;
  if (!isArray(reading, type)) return undefined;
  const [element] = reading.checker.getTypeArguments(type as ts.TypeReference);
  if (!element) return { kind: "array", items: { kind: "anything" } };
  const written = elementWritten(reading, question);
  return { kind: "array", items: reading.readElement({ type: element, at, ...(written && { written }) }) };
};

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
