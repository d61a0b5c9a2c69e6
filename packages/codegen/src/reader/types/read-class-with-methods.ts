/** An instance of a class that does something: the plain object that a model sends would lack its methods. */
import { ts } from "ts-morph";
import { isHidden } from "./is-hidden.ts";
import type { Construct } from "./reading.ts";

const BEHAVIOUR = ts.SymbolFlags.Method | ts.SymbolFlags.Accessor;

export const readClassWithMethods: Construct = (reading, question) => {
  const { type } = question;
  if (!(type.flags & ts.TypeFlags.Object) || !type.symbol || !(type.symbol.flags & ts.SymbolFlags.Class)) {
    return undefined;
  }
  // `typeof SomeClass` shares the symbol; it has construct signatures and was answered before.
  const members = reading.checker.getPropertiesOfType(type);
  if (!members.some((member) => member.flags & BEHAVIOUR && !isHidden(member))) return undefined;
  return { kind: "inexpressible", why: "class-with-methods", typeText: reading.typeText(question) };
};
