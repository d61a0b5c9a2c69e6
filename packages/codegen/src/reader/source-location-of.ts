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
  const end = endOnLine(file, start.line, to) ?? file.getLineAndCharacterOfPosition(to);
  return {
    file: file.fileName,
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/** Most stretches end on the line that they begin on, which need not be searched for twice. */
function endOnLine(file: ts.SourceFile, line: number, to: number): ts.LineAndCharacter | undefined {
  const starts = file.getLineStarts();
  const start = starts[line];
  const next = starts[line + 1] ?? Number.POSITIVE_INFINITY;
  return start !== undefined && to < next ? { line, character: to - start } : undefined;
}
