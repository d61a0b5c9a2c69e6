/** A drawn type with everything that is made from it: its text, and what it is. */
import { printSketch } from "./print-sketch.ts";
import { createRandom, seedOf } from "./random.ts";
import { resolveSketch } from "./resolve-sketch.ts";
import type { Sketch } from "./sketch.ts";
import type { Structure } from "./structure.ts";
import { drawType } from "./type-generator.ts";

export interface JudgedType {
  /** The alias that the type is printed under; all names that it needs begin with it. */
  readonly name: string;
  readonly sketch: Sketch;
  readonly structure: Structure;
  readonly text: string;
  /** All that the text refers to. */
  readonly declarations: readonly string[];
}

/** Everything that has to be declared before `name` can be used. */
export function declarationsOf({ name, text, declarations }: JudgedType): readonly string[] {
  return [...declarations, `export type ${name} = ${text};`];
}

export function toJudgedType(sketch: Sketch, name: string): JudgedType {
  const { text, declarations } = printSketch(sketch, name);
  return { name, sketch, structure: resolveSketch(sketch), text, declarations };
}

/** The types with the numbers from `first` on, of the sequence that a seed stands for. */
export function drawTypes(seed: number, first: number, count: number): readonly JudgedType[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    return toJudgedType(drawType(createRandom(seedOf(seed, number))), `T${number}`);
  });
}
