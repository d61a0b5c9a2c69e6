/** A branch and what grows on it. */
interface Branch {
  /** For people */
  name: string;
  twigs: Branch[];
}

/**
 * Prune.
 * @tool
 * @param root Where to begin
 */
export async function prune(root: Branch): Promise<void> {}

type Expression = number | { op: "+" | "-"; left: Expression; right: Expression };

/**
 * Evaluate.
 * @tool
 * @param expression A number, or two expressions and what to do with them
 */
export async function evaluate(expression: Expression): Promise<void> {}

interface Folder {
  files: File[];
}
interface File {
  name: string;
  in?: Folder | null;
}

/**
 * Two types that hold each other.
 * @tool
 */
export async function sortFolder(folder: Folder): Promise<void> {}

interface Node<T> {
  value: T;
  next: Node<T> | null;
}

/**
 * A generic type that holds itself, with two arguments.
 * @tool
 */
export async function joinLists(texts: Node<string>, numbers: Node<number>): Promise<void> {}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * Any JSON.
 * @tool
 */
export async function keepJson(json: Json): Promise<void> {}
