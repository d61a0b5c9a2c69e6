/** A function that was found to be a tool, still as the compiler's nodes: what `find-tools` hands to `read-signature`. */
import type { ts } from "ts-morph";
import type { DocComment } from "../signature/doc-comment.ts";

export interface ToolDeclaration {
  /** What the model calls it. */
  readonly name: string;
  /** Where the tool is shown: the name in the declaration, or the declaration where it has none. */
  readonly nameNode: ts.Node;
  readonly module: string;
  readonly exportName: string;
  readonly method?: string;
  readonly isStatic?: boolean;
  readonly doc?: DocComment;
  /** From the options of `tool(fn, { description })`. */
  readonly description?: string;
  /** The one call signature; its declaration has the parameters. */
  readonly signature: ts.Signature;
  readonly declaration: ts.SignatureDeclaration;
  /** The code that runs; absent where the value is the result of a call, or only declared. */
  readonly implementation?: ts.SignatureDeclaration;
  readonly isExternal: boolean;
}
