/** Whether two texts are the same code: a formatter may have moved it about, a checkout may have changed its line breaks. */

/** Where two texts part, as a person would look for it; undefined where they are the same code. */
export function firstDifference(expected: string, found: string): { expected: string; found: string } | undefined {
  const wanted = tokensOf(expected);
  const actual = tokensOf(found);
  const length = Math.max(wanted.length, actual.length);
  for (let index = 0; index < length; index++) {
    if (wanted[index] !== actual[index]) return excerptOf(wanted, actual, index);
  }
  return undefined;
}

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|[\p{ID_Continue}$@#]+|[^\s\p{ID_Continue}$]/gu;

/** Without what formatters add and take away: white space, commas and semicolons at the end, leading bars, quotes. */
function tokensOf(text: string): readonly string[] {
  const tokens =
    text
      .replace(/^\uFEFF/, "")
      .replaceAll("\r\n", "\n")
      .match(TOKEN) ?? [];
  return tokens
    .filter((token) => !/^[,;|]$/.test(token))
    .map((token) => (isString(token) ? unquote(token) : token.trimEnd()));
}

function isString(token: string): boolean {
  return token.startsWith('"') || token.startsWith("'");
}

function unquote(token: string): string {
  const inside = token.slice(1, -1).replace(/\\([\s\S])/g, (pair, escaped) => (/["']/.test(escaped) ? escaped : pair));
  return `"${inside}"`;
}

/** A few tokens, and of a long string what stands around the first difference in it. */
function excerptOf(
  wanted: readonly string[],
  actual: readonly string[],
  index: number,
): { expected: string; found: string } {
  const one = wanted[index] ?? "";
  const other = actual[index] ?? "";
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const from = same > 40 ? same - 20 : 0;
  const show = (tokens: readonly string[]): string => {
    const text = tokens
      .slice(index, index + 8)
      .join(" ")
      .slice(from, from + 60);
    return text === "" ? "nothing more" : `${from > 0 ? "…" : ""}${text}`;
  };
  return { expected: show(wanted), found: show(actual) };
}
