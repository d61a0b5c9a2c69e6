/** The soaks in small. `npm run soak` has them at length. */
import { describe, expect, it } from "vitest";
import { SOAKS } from "./soaks.ts";

const SEED = 20;
/** They take seconds, on a machine that has nothing else to do. */
const TIMEOUT = 300_000;

describe("soak", () => {
  it.each([
    ["execution", 200, "runs of every temper leave no call without its result, and nothing behind (C4, C6, C14, C17)"],
    ["fuzz", 20_000, "texts of every kind give one text each, in time, and change no prototype (C7, C8, B5)"],
  ])(
    "%s: %i %s",
    async (name, count, _what) => {
      const { problems } = (await SOAKS[name]?.run({ count, seed: SEED })) ?? {};
      expect(problems).toEqual([]);
    },
    TIMEOUT,
  );
});
