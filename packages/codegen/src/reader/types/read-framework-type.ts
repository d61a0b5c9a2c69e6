/** A type that the runtime fills in, nested where only the model's values can go. */
import { frameworkTypeOf } from "../framework-types.ts";
import type { Construct } from "./reading.ts";

export const readFrameworkType: Construct = (reading, question) => {
  if (!frameworkTypeOf(question.type, reading.checker)) return undefined;
  return { kind: "inexpressible", why: "framework-type", typeText: reading.typeText(question) };
};
