import { expect, it } from "vitest";
import { callback, list, named, object, property, text } from "../../test/support/signatures.ts";
import { createObstacleFinder } from "./find-obstacle.ts";

it("finds the same whichever part of a ring of types is asked for first", () => {
  const ring = named("A", (self) =>
    object(property("b", named("B", object(property("a", self), property("c", text)))), property("on", callback)),
  );
  if (ring.kind !== "named" || ring.type.shape.kind !== "object") throw new Error("The ring is built otherwise.");
  const [inner] = ring.type.shape.properties;
  if (inner === undefined) throw new Error("The ring has no inner type.");
  const asked = [list(ring), inner.shape, ring];
  const found = (order: readonly number[]) => {
    const find = createObstacleFinder();
    const paths = new Map(order.map((index) => [index, asked[index] && find(asked[index])?.path]));
    return [0, 1, 2].map((index) => paths.get(index));
  };
  expect(found([0, 1, 2])).toEqual(["[].on", ".a.on", ".on"]);
  expect(found([1, 2, 0])).toEqual(["[].on", ".a.on", ".on"]);
  expect(found([2, 1, 0])).toEqual(["[].on", ".a.on", ".on"]);
});

it("does not mind what is optional", () => {
  const find = createObstacleFinder();
  expect(find(object(property("on", callback, { optional: true })))).toBeUndefined();
  expect(find(object(property("a", list(object(property("on", callback))))))).toMatchObject({ path: ".a[].on" });
});
