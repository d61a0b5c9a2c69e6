/** Where a node stands, as data. */
import type { ts } from "ts-morph";
import type { SourceLocation } from "../signature/source-location.ts";

export function sourceLocationOf(node: ts.Node): SourceLocation {
  const file = node.getSourceFile();
  const start = file.getLineAndCharacterOfPosition(node.getStart(file));
  const end = file.getLineAndCharacterOfPosition(node.getEnd());
  return {
    file: file.fileName,
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}
