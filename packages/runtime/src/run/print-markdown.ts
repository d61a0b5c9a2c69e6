/**
 * Markdown for a terminal, line by line while it arrives: headings, emphasis, code and lists. Everything else is shown as
 * it was written, and so is all of it where there are no colours.
 */
import type { Styles } from "./terminal-text.ts";

export interface MarkdownPrinter {
  /** What can be printed by now: a line is held back until it is whole. */
  write(text: string): string;
  /** The rest, at the end of the text. */
  end(): string;
}

export function createMarkdownPrinter(styles: Styles): MarkdownPrinter {
  let pending = "";
  let isInCode = false;
  const render = (line: string): string => {
    if (/^\s*```/.test(line)) {
      isInCode = !isInCode;
      return styles.dim(line);
    }
    return isInCode ? styles.cyan(line) : renderLine(line, styles);
  };
  return {
    write: (text) => {
      const lines = (pending + text).split("\n");
      pending = lines.pop() ?? "";
      return lines.map((line) => `${render(line)}\n`).join("");
    },
    end: () => {
      const last = render(pending);
      pending = "";
      isInCode = false;
      return last;
    },
  };
}

function renderLine(line: string, styles: Styles): string {
  if (/^#{1,6} /.test(line)) return styles.bold(line);
  // Code first: what stands in it is no emphasis.
  return line
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? styles.cyan(part) : renderEmphasis(part, styles)))
    .join("");
}

function renderEmphasis(text: string, styles: Styles): string {
  return text
    .replace(/\*\*(?=\S)([^*]+)\*\*/g, (whole) => styles.bold(whole))
    .replace(/(?<![*\w])\*(?=[^\s*])([^*]+)\*(?![*\w])/g, (whole) => styles.italic(whole));
}
