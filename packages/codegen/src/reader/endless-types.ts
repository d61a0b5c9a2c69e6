/** Generic types that grow with every step, and never end: `interface Chain<T> { next?: Chain<T[]> }`. */
import { ts } from "ts-morph";

/** A generic type with its arguments, and the one that it was met in. */
export interface Instantiation {
  readonly symbol: ts.Symbol;
  readonly args: readonly ts.Type[];
  readonly origin?: Instantiation;
}

/** As often a type may stand within itself, each time with arguments that contain the former ones. */
const MOST_STEPS = 5;

/** Longer chains of instantiations are taken for endless, however they go on. */
const LONGEST_CHAIN = 200;

export function isEndless(checker: ts.TypeChecker, instantiation: Instantiation): boolean {
  const chain: (readonly ts.Type[])[] = [];
  let length = 0;
  for (let each: Instantiation | undefined = instantiation; each; each = each.origin) {
    length += 1;
    if (each.symbol === instantiation.symbol && chain.length <= MOST_STEPS) chain.push(each.args);
  }
  if (length > LONGEST_CHAIN) return true;
  if (chain.length <= MOST_STEPS) return false;
  const texts = chain.map((args) => args.map((type) => typeText(checker, type)));
  return texts.slice(1).every((former, index) => contains(texts[index] ?? [], former));
}

function typeText(checker: ts.TypeChecker, type: ts.Type): string {
  const text = checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  return text.replace(/^["`]|["`]$/g, "");
}

function contains(later: readonly string[], former: readonly string[]): boolean {
  const isWithin = former.every((text, index) => later[index]?.includes(text));
  return isWithin && later.join().length > former.join().length;
}
