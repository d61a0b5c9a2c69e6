import { describe, expect, it } from "vitest";
import { closestNames } from "./closest-names.ts";

describe("closestNames", () => {
  it.each([
    ["get_wether", ["get_weather", "lend"], ["get_weather"]],
    ["findBook", ["find_book", "lend"], ["find_book"]],
    ["naem", ["name", "model"], ["name"]],
    ["units", ["unit", "city"], ["unit"]],
    ["height", ["kind", "w", "h"], []],
    ["x", ["get_weather"], []],
    ["a".repeat(10_000), ["a"], []],
  ])("offers for %s of %j only what is near (C11)", (name, candidates, want) => {
    expect(closestNames(name, candidates, 3)).toEqual(want);
  });

  it("offers the nearest first, and no more than asked for", () => {
    expect(closestNames("tool1", ["tool12", "tool1x", "tool_1", "tool2"], 2)).toEqual(["tool_1", "tool12"]);
  });
});
