/** From a node of the compiler to a place that can be shown. */
import type { ts } from "ts-morph";
import type { SourceLocation } from "../signature/source-location.ts";

/** Of the node without the comments before it. */
export function locationOf(node: ts.Node): SourceLocation {
  return locationOfSpan(node.getSourceFile(), node.getStart(), node.getEnd());
}

export function locationOfSpan(file: ts.SourceFile, start: number, end: number): SourceLocation {
  const from = file.getLineAndCharacterOfPosition(start);
  const to = file.getLineAndCharacterOfPosition(end);
  return {
    file: file.fileName,
    line: from.line + 1,
    column: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
  };
}
