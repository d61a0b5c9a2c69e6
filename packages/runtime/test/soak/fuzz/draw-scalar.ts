/** Texts and numbers, ordinary ones and those that something trips over. */
import type { Random } from "../../../../../tests/support/random.ts";

export function drawText(random: Random): string {
  if (random.chance(0.6)) return random.pick(["Oslo", "x", "a b", "v1.2", "APP_HOME", "2026-01-31", "12"]);
  if (random.chance(0.5))
    return random.pick([
      "",
      "__proto__",
      "constructor",
      "toString",
      "\u0000",
      "\ud800",
      "\udc00x",
      "𝒳",
      "\u2028",
      "~/~1",
    ]);
  return Array.from({ length: random.below(12) }, () => String.fromCharCode(random.below(0x250))).join("");
}

export function drawNumber(random: Random): number {
  if (random.chance(0.7)) return random.below(100);
  return random.pick([
    -0,
    0.1,
    -1,
    1e21,
    1e300,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    2 ** 53,
    -(2 ** 53) - 2,
    0.30000000000000004,
  ]);
}
