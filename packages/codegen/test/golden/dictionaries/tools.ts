interface Tally {
  total: number;
  [note: string]: string | number;
}
interface Headers {
  host: string;
  [header: `x-${string}`]: string;
}

/**
 * Store tallies.
 * @tool
 */
export async function storeTallies(
  open: Record<string, unknown>,
  anyValue: { [key: string]: any },
  counts: Record<string, number>,
  listed: Record<"a" | "b", boolean>,
  partly: Partial<Record<"a" | "b", number>>,
  tally: Tally,
  headers: Headers,
  nested: Record<string, Record<string, string[]>>,
  byNumber: { [index: number]: string },
  bag: object,
): Promise<void> {}
