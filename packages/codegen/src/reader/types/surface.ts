/** What is settled without looking inside a type. */
import type { TypeShape } from "../../signature/type-shape.ts";
import { readBuiltIn } from "./read-built-in.ts";
import { readClassWithMethods } from "./read-class-with-methods.ts";
import { readFrameworkType } from "./read-framework-type.ts";
import { readFunction } from "./read-function.ts";
import type { Construct, Question, Reading } from "./reading.ts";

/** In this order: a framework type has methods, and so do the platform's. */
export const SURFACE: readonly Construct[] = [readFrameworkType, readBuiltIn, readFunction, readClassWithMethods];

export function readSurface(reading: Reading, question: Question): TypeShape | undefined {
  for (const construct of SURFACE) {
    const shape = construct(reading, question);
    if (shape) return shape;
  }
  return undefined;
}
