import { describe, expect, it } from "vitest";
import { errorMessage } from "./error-message.ts";

describe("errorMessage (C6)", () => {
  it.each<[unknown, string]>([
    [new Error("boom"), "boom"],
    [new RangeError(""), "RangeError"],
    ["x", "x"],
    [undefined, "undefined"],
    [Symbol("s"), "Symbol(s)"],
    [Object.create(null), "[object Object]"],
  ])("of %o is a text", (error, want) => {
    expect(errorMessage(error)).toBe(want);
  });
});
