/**
 * Arguments that Vertex streams by JSON path: `{jsonPath: "$.location", stringValue: "Bos", willContinue: true}`.
 * Strings that arrive under one path are joined.
 */
import { isObject, textOf } from "../wire-values.ts";

interface Tree {
  [key: string]: unknown;
}

export function setPartialArguments(target: Tree, partial: unknown): void {
  if (!isObject(partial)) return;
  const path = parsePath(textOf(partial.jsonPath));
  const last = path.pop();
  if (last === undefined) return;
  let holder = target;
  for (const [index, key] of path.entries()) {
    const following = path[index + 1] ?? last;
    const next = read(holder, key);
    if (isTree(next)) holder = next;
    else {
      const created: unknown = typeof following === "number" ? [] : {};
      write(holder, key, created);
      if (!isTree(created)) return;
      holder = created;
    }
  }
  if (typeof partial.stringValue === "string") {
    const before = read(holder, last);
    write(holder, last, (typeof before === "string" ? before : "") + partial.stringValue);
  } else if (partial.numberValue !== undefined) write(holder, last, partial.numberValue);
  else if (partial.boolValue !== undefined) write(holder, last, partial.boolValue);
  else if ("nullValue" in partial) write(holder, last, null);
}

/** `$.a[0]['b c']` to `["a", 0, "b c"]`. */
function parsePath(path: string): (string | number)[] {
  const steps: (string | number)[] = [];
  for (const [, name, index, quoted] of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[['"]([^'"\]]+)['"]\]/g)) {
    if (index !== undefined) steps.push(Number(index));
    else steps.push(name ?? quoted ?? "");
  }
  return steps;
}

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null;
}

function read(holder: Tree, key: string | number): unknown {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

/** `__proto__` is a name like any other here. */
function write(holder: Tree, key: string | number, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}
