import { describe, expect, it } from "vitest";
import { applyPatch, diffState, findConflicts, mergePatch, type State } from "./state-patch.ts";

const set = (path: string, value: unknown) => ({ op: "set", path: path.split("."), value }) as const;
const grown = (path: string, value: readonly unknown[], from: number) =>
  ({ op: "append", path: path.split("."), value, from }) as const;
const gone = (path: string) => ({ op: "delete", path: path.split(".") }) as const;

const CASES: readonly (readonly [what: string, before: State, after: State, patch: readonly unknown[]])[] = [
  ["says nothing of what is equal", { a: 1, b: { c: [1] } }, { a: 1, b: { c: [1] } }, []],
  ["sets a value", { a: 1 }, { a: 2, b: "x" }, [set("a", 2), set("b", "x")]],
  ["deletes a key", { a: 1, b: 2 }, { b: 2 }, [gone("a")]],
  ["takes undefined for absent", { a: 1 }, { a: undefined, b: undefined }, [gone("a")]],
  ["goes into objects", { a: { b: 1, c: { d: 1 } } }, { a: { b: 1, c: { d: 2 } } }, [set("a.c.d", 2)]],
  ["empties an object key by key", { a: { b: 1 } }, { a: {} }, [gone("a.b")]],
  ["replaces a list as a whole", { a: [1, 2] }, { a: [2, 3, 4] }, [set("a", [2, 3, 4])]],
  ["replaces a list that became shorter", { a: [1, 2] }, { a: [1] }, [set("a", [1])]],
  ["adds to a list that has only grown", { a: [{ b: 1 }] }, { a: [{ b: 1 }, 2] }, [grown("a", [{ b: 1 }, 2], 1)]],
  ["adds to an empty list", { a: { b: [] } }, { a: { b: [1] } }, [grown("a.b", [1], 0)]],
  ["replaces where the kinds differ", { a: { b: 1 } }, { a: 1 }, [set("a", 1)]],
  ["compares rich values by what they hold", { a: new Date(0) }, { a: new Date(0) }, []],
  ["replaces rich values", { a: new Set([1]) }, { a: new Set([2]) }, [set("a", new Set([2]))]],
  ["keeps null", { a: 1 }, { a: null }, [set("a", null)]],
];

describe("diffState and applyPatch (H7)", () => {
  it.each(CASES)("%s", (_what, before, after, patch) => {
    expect(diffState(before, after)).toEqual(patch);
    expect(diffState(applyPatch(before, diffState(before, after)), after)).toEqual([]);
  });

  it("leaves the old state as it was, and shares what did not change", () => {
    const state = { a: { b: 1 }, same: { c: 1 } };
    const changed = applyPatch(state, [set("a.b", 2), set("a.c", 3)]);
    expect(state).toEqual({ a: { b: 1 }, same: { c: 1 } });
    expect(changed).toEqual({ a: { b: 2, c: 3 }, same: { c: 1 } });
    expect(changed.same).toBe(state.same);
  });

  it("keeps what another has written at another path", () => {
    expect(applyPatch({ a: { mine: 0, theirs: 1 } }, [set("a.mine", 2)])).toEqual({ a: { mine: 2, theirs: 1 } });
  });

  it("keeps what others have added to a list, or put in its place", () => {
    const patch = diffState({ list: ["milk"] }, { list: ["milk", "tea"] });
    expect(applyPatch({ list: ["milk", "eggs"] }, patch)).toEqual({ list: ["milk", "eggs", "tea"] });
    expect(applyPatch({ list: [] }, patch)).toEqual({ list: ["tea"] });
    expect(applyPatch({}, patch)).toEqual({ list: ["milk", "tea"] });
    expect(applyPatch({ list: "none" }, patch)).toEqual({ list: ["milk", "tea"] });
    const state = { list: ["milk"] };
    expect(applyPatch(state, patch)).not.toBe(state);
    expect(state).toEqual({ list: ["milk"] });
  });

  it("takes an empty path for the whole state", () => {
    expect(applyPatch({ a: 1, b: 2 }, [{ op: "set", path: [], value: { c: 3 } }, set("d", 4)])).toEqual({ c: 3, d: 4 });
    expect(applyPatch({ a: 1 }, [{ op: "delete", path: [] }])).toEqual({});
    const hostile = JSON.parse('{"__proto__":{"admin":true},"c":3}');
    const made = applyPatch({}, [{ op: "set", path: [], value: hostile }]);
    expect(made).toEqual({ c: 3 });
    expect(made.admin).toBeUndefined();
  });

  it("makes the objects of a path anew for a value, and not for a deletion", () => {
    expect(applyPatch({ a: 1 }, [set("a.b.c", 2)])).toEqual({ a: { b: { c: 2 } } });
    expect(applyPatch({ a: 1 }, [gone("a.b.c")])).toEqual({ a: 1 });
  });

  it("changes no prototype", () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":true},"a":{"__proto__":{"polluted":true}}}') as State;
    const patch = diffState({ a: {} }, hostile);
    expect(patch).toEqual([]);
    const state = applyPatch({}, [{ op: "set", path: ["__proto__", "polluted"], value: true }]);
    expect(Object.getPrototypeOf(state)).toBe(Object.prototype);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("ends for a state that holds itself", () => {
    const loop: Record<string, unknown> = { n: 1 };
    loop.self = loop;
    const copy = structuredClone(loop);
    expect(diffState(copy, loop)).toEqual([]);
    loop.n = 2;
    expect(diffState(copy, loop)).toContainEqual(set("n", 2));
  });
});

it("mergePatch changes the objects that others hold (H7)", () => {
  const state = { cart: { apples: 1 } };
  const { cart } = state;
  mergePatch(state, [set("cart.pears", 2), gone("cart.apples")]);
  expect(cart).toEqual({ pears: 2 });
  expect(state.cart).toBe(cart);
});

describe("findConflicts (H7)", () => {
  it("finds none where two added to one list", () => {
    const added = diffState({ list: [] }, { list: [1] });
    expect(findConflicts(added, { list: [] }, { list: [2] })).toEqual([]);
    expect(findConflicts(added, { list: [] }, { list: "gone" })).toEqual(added);
  });

  const patch = [set("a.x", 2), set("b", 5), gone("c")];
  const base = { a: { x: 1, y: 1 }, c: 1 };

  it.each([
    ["no conflict where nothing else was written", base, []],
    ["no conflict for a write beside it", { a: { x: 1, y: 9 }, c: 1, d: 1 }, []],
    ["no conflict where both wrote the same", { a: { x: 2, y: 1 }, b: 5 }, []],
    ["a conflict where another wrote the same path", { a: { x: 7, y: 1 }, c: 1 }, ["a.x"]],
    ["a conflict where another changed what is deleted", { a: { x: 1 }, c: 4 }, ["c"]],
    ["a conflict where the object around it is gone", { a: 0, c: 1 }, ["a.x"]],
  ])("%s", (_what, current, paths) => {
    expect(findConflicts(patch, base, current).map(({ path }) => path.join("."))).toEqual(paths);
  });
});
