/** Pairs of measurements, taken in turn, so that both sides see the same machine; and how they are shown. */
import { styleText } from "node:util";

/** What a benchmark shows. */
export interface Report {
  readonly lines: readonly string[];
  /** Every promise was kept. */
  readonly isWithin: boolean;
}

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

export function reportFigures(figures: readonly Figure[]): Report {
  const width = Math.max(...figures.map(({ name }) => name.length));
  const isWithin = ({ value, floor, bound }: Figure): boolean => value / floor <= bound;
  const lines = figures.map((figure) => {
    const { name, value, floor, unit, bound } = figure;
    const ratio = value / floor;
    const bar = "█".repeat(Math.min(60, Math.round(ratio * 10)));
    return `${name.padEnd(width)}  ${value.toFixed(1).padStart(7)} ${unit} / ${floor.toFixed(1).padStart(7)} ${unit} = ${ratio.toFixed(2)}  ${verdict(isWithin(figure))} ${bound}  ${bar}`;
  });
  return { lines, isWithin: figures.every(isWithin) };
}

/** In colour on a terminal, unless `NO_COLOR` is set. */
export function verdict(isWithin: boolean): string {
  return styleText(isWithin ? "green" : "red", isWithin ? "within" : "OVER", { stream: process.stdout });
}
