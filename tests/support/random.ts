/** Seeded random choices: the same seed makes the same types and values, on every machine. */

export interface Random {
  /** 0 up to, and without, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<const T>(items: readonly [T, ...T[]]): T;
  /** `undefined` only from an empty list. */
  pickFrom<T>(items: readonly T[]): T | undefined;
  /** Some of the items, in their order. */
  some<T>(items: readonly T[], probability: number): readonly T[];
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    pickFrom: (items) => items[below(items.length)],
    some: (items, probability) => items.filter(() => next() < probability),
  };
}

/** A seed of its own for the nth of something, so that it does not depend on how many choices the others made. */
export function seedOf(seed: number, index: number): number {
  return (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
}

/** Tommy Ettinger's generator of 32 bits: small, and even enough for tests. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
