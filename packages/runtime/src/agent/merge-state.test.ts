import { describe, expect, test } from "vitest";
import { mergeState, type StateSources } from "./merge-state.ts";

const NOTHING: StateSources = { defaults: undefined, stored: undefined, given: undefined, overwrites: false };

describe("the state that a run begins with (H6)", () => {
  test.each<[string, Partial<StateSources>, object]>([
    ["is empty where nobody says anything", {}, {}],
    ["is the agent's for a new session", { defaults: { a: 1 } }, { a: 1 }],
    ["is the stored one alone where there is one", { defaults: { a: 1 }, stored: { b: 2 } }, { b: 2 }],
    [
      "merges the run's own into the stored one, objects deeply",
      { stored: { a: 1, b: { c: 1 } }, given: { b: { d: 2 } } },
      { a: 1, b: { c: 1, d: 2 } },
    ],
    ["replaces lists", { stored: { list: [1, 2] }, given: { list: [3] } }, { list: [3] }],
    [
      "merges the run's own into the agent's for a new session",
      { defaults: { a: 1 }, given: { b: 2 } },
      { a: 1, b: 2 },
    ],
    ["is the run's own alone where that overwrites", { stored: { a: 1 }, given: { b: 2 }, overwrites: true }, { b: 2 }],
  ])("%s", (_name, sources, want) => {
    expect(mergeState({ ...NOTHING, ...sources })).toEqual(want);
  });

  test("H5: is a copy at any depth", () => {
    const defaults = { list: [{ name: "milk" }] };
    const state = mergeState({ ...NOTHING, defaults });
    Object.assign(Object(state.list)[0], { name: "eggs" });
    expect(defaults).toEqual({ list: [{ name: "milk" }] });
  });

  test("takes no prototype from a run's state", () => {
    const given = JSON.parse('{"__proto__":{"isAdmin":true}}');
    const state = mergeState({ ...NOTHING, stored: { a: 1 }, given });
    expect(state.isAdmin).toBeUndefined();
  });

  test("refuses what cannot be kept, and says what it is", () => {
    expect(() => mergeState({ ...NOTHING, given: { close: () => {} } })).toThrow(/plain data only/);
  });
});
