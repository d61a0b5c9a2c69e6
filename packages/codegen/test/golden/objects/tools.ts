/** Somewhere in the garden. */
export interface Place {
  /** From west to east */
  x: number;
  /** From south to north */
  readonly y: number;
}

interface Living {
  /** Latin, lower case */
  species: string;
  age?: number;
}
interface Tree extends Living {
  /** In metres */
  height: number;
  at: Place;
}
interface FruitTree extends Tree {
  fruit: "apple" | "pear";
}

/**
 * Plant a tree.
 * @tool
 * @param tree What to plant
 * @param tree.age In years
 */
export async function plantTree(tree: FruitTree): Promise<void> {}

type Labelled = { label: string };
type Sized = { size: number; label: string };

/**
 * Move a pot: the parts of an intersection are one object.
 * @tool
 * @param pot The pot
 */
export async function movePot(pot: Labelled & Sized & { shelf: number | string }): Promise<void> {}

class Wrapping {
  /** Whether to add a ribbon. */
  ribbon = true;
  /** Up to three words */
  note?: string;
  private price = 3;
  protected seller = "us";
  static count = 0;
  #secret = 1;
  constructor(public paper: "plain" | "striped") {}
}

/**
 * Wrap a gift. Of a class, the public fields count.
 * @tool
 * @param style How
 */
export async function wrapGift(style: Wrapping): Promise<void> {}

/**
 * Take whatever there is: an empty type says nothing.
 * @tool
 * @param anything No constraint
 * @param empty An object without properties
 */
export async function takeAnything(anything: {}, empty: { [key: string]: never }): Promise<void> {}

/**
 * Names that JavaScript knows are names like others.
 * @tool
 */
export async function oddNames(
  constructor: string,
  toString: string,
  value: { default: string; "content-type": string; 0: number; $ref: string; __proto: string },
): Promise<void> {}
