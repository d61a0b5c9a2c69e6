/** The inside of a raw doc comment, and the way from a place in it back to the source file. */
import type { SourceLocation } from "../signature/source-location.ts";

/** Where a raw comment begins. Lines and columns from 1. */
export interface CommentStart {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface CommentLines {
  /** Without the delimiters, the leading `*` of each line, and one blank after it; lines end in `\n`. */
  readonly text: string;
  /** The source location of a stretch of `text`. */
  locate(start: number, end: number): SourceLocation;
}

interface Line {
  readonly start: number;
  readonly line: number;
  readonly column: number;
}

/**
 * Takes a raw comment, delimiters included, apart into its lines. Whether lines begin with a `*` is decided by the
 * first line after the opening one, so that a list with `*` survives in a comment that has no stars.
 */
export function splitCommentLines(raw: string, start: CommentStart): CommentLines {
  const opening = /^\/\*\*+/.exec(raw)?.[0].length ?? 0;
  const inside = raw.slice(0, raw.length - (/\*+\/$/.exec(raw.slice(opening))?.[0].length ?? 0));
  const sourceLines = inside.split(/\r\n|[\n\r]/);
  const second = sourceLines.slice(1).find((line) => line.trim() !== "");
  const prefix = second !== undefined && /^\s*\*/.test(second) ? /^[^\S\n]*(?:\* ?)?/ : /^(?:)/;

  const lines: Line[] = [];
  let text = "";
  for (const [index, source] of sourceLines.entries()) {
    const skipped =
      index === 0 ? opening + leadingBlanks(source.slice(opening)) : (prefix.exec(source)?.[0].length ?? 0);
    if (index > 0) text += "\n";
    lines.push({ start: text.length, line: start.line + index, column: (index === 0 ? start.column : 1) + skipped });
    text += source.slice(skipped).trimEnd();
  }

  function position(offset: number): { line: number; column: number } {
    const line = lines.findLast((candidate) => candidate.start <= offset);
    return line === undefined
      ? { line: start.line, column: start.column }
      : { line: line.line, column: line.column + offset - line.start };
  }

  return {
    text,
    locate: (from, to) => {
      const end = position(to);
      return { file: start.file, ...position(from), endLine: end.line, endColumn: end.column };
    },
  };
}

function leadingBlanks(text: string): number {
  return text.length - text.trimStart().length;
}
