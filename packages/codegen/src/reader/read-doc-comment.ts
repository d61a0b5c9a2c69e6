/** From the compiler's nodes to the doc comment that belongs to them, as data. */
import type { ts } from "ts-morph";
import type { DocComment } from "../signature/doc-comment.ts";

/** The nearest doc comment of a declaration; of a variable, its statement's first. */
export function readDocComment(_declaration: ts.Node): DocComment | undefined {
  return undefined;
}
