/** A type parameter that stays open, and what is computed from one: its constraint, or a gap. */
import { ts } from "ts-morph";
import { NO_BINDINGS, type Written } from "../written/written.ts";
import type { Construct } from "./reading.ts";

export const readTypeParameter: Construct = (reading, question) => {
  const { type } = question;
  // Template literals and `Uppercase<…>` are counted among these types, and are patterns.
  if (!(type.flags & ts.TypeFlags.Instantiable) || type.flags & PATTERNS) return undefined;
  const constraint = reading.checker.getBaseConstraintOfType(type);
  // The compiler's constraint of `keyof T` is every key there is.
  const isOfKeys = (type.flags & ts.TypeFlags.Index) !== 0;
  const isKnown = constraint && constraint !== type && !(constraint.flags & ts.TypeFlags.Unknown) && !isOfKeys;
  if (isKnown) return reading.read({ type: constraint, at: question.at, ...writtenConstraint(type) });
  return { kind: "anything", gap: { why: "open-type-parameter", typeText: reading.typeText(question) } };
};

const PATTERNS = ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping;

function writtenConstraint(type: ts.Type): { readonly written?: Written } {
  const [declaration] = type.symbol?.declarations ?? [];
  const node = declaration && ts.isTypeParameterDeclaration(declaration) ? declaration.constraint : undefined;
  return node ? { written: { node, bindings: NO_BINDINGS } } : {};
}
