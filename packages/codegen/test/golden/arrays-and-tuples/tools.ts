/**
 * Count things.
 * @tool
 */
export async function countThings(
  ids: ReadonlyArray<string>,
  more: readonly number[],
  nested: string[][],
  cells: Array<number | null>,
  pairs: { name: string; count: number }[],
  anything: unknown[],
): Promise<void> {}

/**
 * Mark corners.
 * @tool
 * @param corner The elements of a tuple have their own types
 */
export async function markCorners(
  corner: [x: number, y: number, label: string],
  optional: [string, number?],
  rest: [string, ...number[]],
  readonlyPair: readonly ["a" | "b", boolean],
  none: [],
  nested: [[number, number], { at: [number, number] }[]],
): Promise<void> {}
