/** Text for a terminal: colours where they are wanted, and nothing that a model could steer the terminal with. */
import { styleText } from "node:util";

export interface Styles {
  dim(text: string): string;
  red(text: string): string;
  bold(text: string): string;
  italic(text: string): string;
  cyan(text: string): string;
}

type StyleName = keyof Styles;

/** @see https://no-color.org */
export function createStyles(output: { readonly isTTY?: boolean }): Styles {
  const hasColours = output.isTTY === true && !process.env.NO_COLOR;
  const style =
    (name: StyleName) =>
    (text: string): string =>
      hasColours && text !== "" ? styleText(name, text) : text;
  return { dim: style("dim"), red: style("red"), bold: style("bold"), italic: style("italic"), cyan: style("cyan") };
}

/** Without control characters, except line breaks and tabs: an escape sequence can rewrite what was printed before. */
export function printable(text: string): string {
  let clean = "";
  for (const character of text) {
    const code = character.charCodeAt(0);
    const isControl = (code < 32 && code !== 9 && code !== 10) || (code >= 127 && code < 160);
    if (!isControl) clean += character;
  }
  return clean;
}
