/** Whatever can be called or constructed. */
import { ts } from "ts-morph";
import type { Construct } from "./reading.ts";

export const readFunction: Construct = (reading, question) => {
  const { type } = question;
  if (!(type.flags & ts.TypeFlags.Object)) return undefined;
  if (type.getCallSignatures().length === 0 && type.getConstructSignatures().length === 0) return undefined;
  return { kind: "inexpressible", why: "function", typeText: reading.typeText(question) };
};
