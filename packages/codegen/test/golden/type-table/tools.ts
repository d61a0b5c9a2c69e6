// One parameter for each row of the table of types, A11; what is wanted of each stands in golden.test.ts.
import type { Int } from "@runa/runtime";

interface Row {
  a: string;
}
interface Mixed {
  /** @integer */
  counted: number;
}
interface Tree {
  kids: Tree[];
}
enum Fruit {
  Apple = "apple",
  Pear = "pear",
}
enum Level {
  Low,
  High,
}
const enum Side {
  Left = "left",
  Right = "right",
}
const sizes = ["s", "m"] as const;
const table = { one: 1, two: 2 };
class Point {
  x = 0;
  y?: number;
  private hidden = 1;
  static origin = 0;
}

/**
 * Take one value of every row.
 * @tool takeRows
 * @param tagged {@integer}
 */
export async function takeRows(
  text: string,
  int: Int,
  tagged: number,
  mixed: Mixed,
  float: number,
  flag: boolean,
  big: bigint,
  list: string[],
  generic: Array<string>,
  frozen: readonly string[],
  frozenGeneric: ReadonlyArray<string>,
  set: Set<string>,
  bareList: unknown[],
  anyList: any[],
  pair: [string, number],
  pairOptional: [string, number?],
  pairRest: [string, ...number[]],
  bareRecord: Record<string, unknown>,
  anyRecord: { [key: string]: any },
  bareObject: object,
  record: Record<string, number>,
  signature: { [key: string]: number },
  map: Map<string, number>,
  literals: "a" | "b",
  integers: 1 | 2,
  numbers: 1 | 2.5,
  mixedLiterals: 1 | "a",
  fruit: Fruit,
  side: Side,
  size: (typeof sizes)[number],
  key: keyof typeof table,
  level: Level,
  orNull: string | null,
  enumOrNull: "a" | "b" | null,
  listOrNull: string[] | null,
  orUndefined: string | undefined,
  either: string | number,
  eitherLiteral: "a" | number | "b",
  nothing: null,
  row: Row,
  alias: { a: string; b?: number },
  point: Point,
  both: Row & { b: number },
  tree: Tree,
  at: Date,
  link: URL,
  bytes: Uint8Array,
  buffer: Buffer,
  anyValue: any,
  unknownValue: unknown,
  partial: Partial<Row>,
  picked: Pick<{ a: string; b: number }, "b">,
  omitted: Omit<{ a: string; b: number }, "b">,
  template: `id-${string}`,
  indexed: Row["a"],
  conditional: "x" extends string ? number : never,
): Promise<void> {}

/** @tool */
export async function takeConstrained<T extends string>(value: T): Promise<void> {}

/** @tool */
export async function takeOptional(required: string, optional?: number, ...rest: string[]): Promise<void> {}
