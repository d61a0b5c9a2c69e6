/** A drawn type with everything that is made from it: its text, and what it is. */
import { printParameters, printSketch } from "./print-sketch.ts";
import { createRandom, seedOf } from "../../../../tests/support/random.ts";
import { resolveSketch } from "./resolve-sketch.ts";
import { isClosed, type Sketch } from "./sketch.ts";
import { membersOf, type Structure } from "./structure.ts";
import { drawType } from "./type-generator.ts";

export interface JudgedType {
  /** The alias that the type is printed under; all names that it needs begin with it. */
  readonly name: string;
  readonly sketch: Sketch;
  readonly structure: Structure;
  readonly text: string;
  /** All that the text refers to. */
  readonly declarations: readonly string[];
  /** How a function takes it. */
  readonly signature: Signature;
}

export type SignatureForm =
  /** `(value: T)`: the value is a property of the arguments. */
  | "named"
  /** `({}: T)`: the value is the arguments. */
  | "destructured"
  /** A parameter for each property: the same. */
  | "spread";

export interface Signature {
  readonly form: SignatureForm;
  readonly parameters: string;
}

/** Everything that has to be declared before `name` can be used. */
export function declarationsOf({ name, text, declarations }: JudgedType): readonly string[] {
  return [...declarations, `export type ${name} = ${text};`];
}

/** Of a type that cannot be taken in a form, `named` is the form. */
export function toJudgedType(sketch: Sketch, name: string, form: SignatureForm = "named"): JudgedType {
  const { text, declarations } = printSketch(sketch, name);
  const structure = resolveSketch(sketch);
  return { name, sketch, structure, text, declarations, signature: toSignature(sketch, structure, text, name, form) };
}

function toSignature(sketch: Sketch, structure: Structure, text: string, name: string, form: SignatureForm): Signature {
  const [only, ...others] = membersOf(structure);
  const isPlain = others.length === 0 && only?.kind === "object" && !only.index;
  if (form === "destructured" && isPlain) return { form, parameters: `{}: ${text}` };
  const body = sketch.kind === "named" && !sketch.base && isClosed(sketch.body) ? sketch.body : sketch;
  const spread = form === "spread" && body.kind === "object" ? printParameters(body, name) : undefined;
  return spread ? { form, parameters: spread.text } : { form: "named", parameters: `value: ${text}` };
}

/** Most types cannot be spread. */
const FORMS: readonly SignatureForm[] = ["named", "destructured", "spread"];

/** The types with the numbers from `first` on, of the sequence that a seed stands for. */
export function drawTypes(seed: number, first: number, count: number): readonly JudgedType[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const form = FORMS[number % FORMS.length];
    return toJudgedType(drawType(createRandom(seedOf(seed, number))), `T${number}`, form);
  });
}
