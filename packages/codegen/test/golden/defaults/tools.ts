const LIMIT = 5;

/**
 * Literal initialisers are written, computed ones are not.
 * @tool
 */
export async function mist(
  bench: string,
  liters = 2,
  unit: "celsius" | "fahrenheit" = "celsius",
  dry = false,
  note: string | null = null,
  tags: string[] = ["a", "b"],
  place: { x: number; y?: number } = { x: 1 },
  offset = -1.5,
  limit = LIMIT,
  when = Date.now(),
  empty: string[] = [],
): Promise<void> {}

/**
 * Defaults of keyword arguments.
 * @tool
 */
export async function mistFlat({
  bench,
  liters = 2,
  unit: renamed = "l",
}: {
  bench: string;
  liters?: number;
  unit?: string;
  other?: boolean;
}): Promise<void> {}
