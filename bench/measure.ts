/** Pairs of measurements, taken in turn, so that both sides see the same machine. */

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly floor: number;
  readonly unit: string;
  /** The ratio that the project promises. */
  readonly bound: number;
}

export interface Pair {
  readonly value: number;
  readonly floor: number;
}

/** Runs both in turn and gives the pair whose ratio is the median. */
export async function medianPair(
  rounds: number,
  value: () => Promise<number> | number,
  floor: () => Promise<number> | number,
): Promise<Pair> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? await value() : undefined;
    const below = await floor();
    pairs.push({ value: first ?? (await value()), floor: below });
  }
  pairs.sort((a, b) => a.value / a.floor - b.value / b.floor);
  return pairs[Math.floor(pairs.length / 2)] ?? { value: Number.NaN, floor: Number.NaN };
}

/** CPU microseconds of this process, user and system, for each of `count` calls. */
export async function cpuPerCall(count: number, call: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < count; index++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
