import { describe, expect, it } from "vitest";
import { backoff, isRetryableStatus, retryAfter } from "./retry.ts";

const now = Date.parse("2026-11-30T12:00:00Z");

describe("how long to wait (I15)", () => {
  it.each([
    [{ "retry-after-ms": "1500.5", "retry-after": "9" }, 1500.5],
    [{ "retry-after": "3" }, 3_000],
    [{ "retry-after": "0.25" }, 250],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "Mon, 30 Nov 2026 12:00:07 GMT" }, 7_000],
    [{ "retry-after": "Mon, 30 Nov 2026 11:59:00 GMT" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{ "retry-after": "-1" }, undefined],
    [{ "retry-after": ["2", "4"] }, 2_000],
    [{}, undefined],
  ])("reads %o as %s", (headers, want) => {
    expect(retryAfter(headers, now)).toBe(want);
  });

  it.each([
    [1, 0, 500],
    [1, 1, 375],
    [2, 0, 1_000],
    [4, 0, 4_000],
    [5, 0, 8_000],
    [20, 1, 6_000],
  ])("backs off before repetition %i with chance %s for %i ms", (repetition, random, want) => {
    expect(backoff(repetition, random)).toBe(want);
  });

  it.each([
    [400, {}, false],
    [404, {}, false],
    [408, {}, true],
    [409, {}, true],
    [429, {}, true],
    [500, {}, true],
    [529, {}, true],
    [500, { "x-should-retry": "false" }, false],
    [400, { "x-should-retry": "true" }, true],
    [500, { "x-should-retry": "perhaps" }, true],
  ])("takes %i with %o for worth another try: %s", (status, headers, want) => {
    expect(isRetryableStatus(status, headers)).toBe(want);
  });
});
