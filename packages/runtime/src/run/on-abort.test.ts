import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { onAbort } from "./on-abort.ts";

it("listens once to a signal, for as many as want to know, and not when nobody does", () => {
  const controller = new AbortController();
  const { signal } = controller;
  const heard: number[] = [];
  const stops = Array.from({ length: 20 }, (_, index) => onAbort(signal, () => void heard.push(index)));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  for (const stop of stops) stop();
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  const stop = onAbort(signal, () => void heard.push(99));
  stops[0]?.();
  controller.abort();
  expect(heard).toEqual([99]);
  stop();
});
