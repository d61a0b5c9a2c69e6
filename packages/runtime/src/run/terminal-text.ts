/** Text for a terminal: colours where they are wanted, and nothing that a model could steer the terminal with. */

/** ANSI codes, on and off. Written here, because `util.styleText` decides by itself which stream may have colours. */
const CODES = { dim: [2, 22], red: [31, 39], bold: [1, 22], italic: [3, 23], cyan: [36, 39] } as const;

export type Styles = { readonly [Name in keyof typeof CODES]: (text: string) => string };

/** @see https://no-color.org */
export function createStyles(output: { readonly isTTY?: boolean }): Styles {
  const hasColours = output.isTTY === true && !process.env.NO_COLOR;
  const style = ([on, off]: readonly [number, number]) => {
    return (text: string): string => (hasColours && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text);
  };
  return {
    dim: style(CODES.dim),
    red: style(CODES.red),
    bold: style(CODES.bold),
    italic: style(CODES.italic),
    cyan: style(CODES.cyan),
  };
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
