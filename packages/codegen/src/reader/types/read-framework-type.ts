/** A type that the runtime fills in, nested where only the model's values can go. */
import type { Construct } from "./reading.ts";

export const readFrameworkType: Construct = (reading, question) => {
  if (!reading.frameworkTypes.frameworkTypeOf(question.type)) return undefined;
  return { kind: "inexpressible", why: "framework-type", typeText: reading.typeText(question) };
};
