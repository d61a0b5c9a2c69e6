/** Where a node stands, as data. */
import type { ts } from "ts-morph";
import type { SourceLocation } from "../signature/source-location.ts";

/** Without the comments before it. */
export function sourceLocationOf(node: ts.Node): SourceLocation {
  const file = node.getSourceFile();
  return sourceLocationOfSpan(file, node.getStart(file), node.getEnd());
}

export function sourceLocationOfSpan(file: ts.SourceFile, from: number, to: number): SourceLocation {
  const start = file.getLineAndCharacterOfPosition(from);
  const end = file.getLineAndCharacterOfPosition(to);
  return {
    file: file.fileName,
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}
