/** Texts that are too long for the model: what is left of them, and where they were cut. */

/** Keeps head and tail. Never cuts a character in two. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let head = Math.ceil(limit / 2);
  let tail = text.length - Math.floor(limit / 2);
  if (isLowSurrogate(text, head)) head--;
  if (isLowSurrogate(text, tail)) tail++;
  return `${text.slice(0, head)}\n[… ${tail - head} of ${text.length} characters left out …]\n${text.slice(tail)}`;
}

/** What stands where a text was cut. */
export const CUT: RegExp = /\n\[… \d+ of \d+ characters left out …\]\n/;

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}
