/**
 * Changes to a session's state, as data: what one run or one worker did, to be applied to what others did meanwhile.
 * Objects are compared key by key, everything else (lists too) is one value.
 */
import { isDeepStrictEqual } from "node:util";

export type State = Readonly<Record<string, unknown>>;

/** In the order in which they are applied. An empty path is the whole state. */
export type StatePatch = readonly StateChange[];

export type StateChange =
  | { readonly op: "set"; readonly path: readonly string[]; readonly value: unknown }
  | { readonly op: "delete"; readonly path: readonly string[] };

/**
 * What leads from one version to the other. `undefined` is as good as absent, and a key `__proto__` is left out.
 *
 * The values are those of `after`, not copies; `before` must not share objects with what is changed, so take it with
 * `structuredClone`.
 */
export function diffState(before: State, after: State): StatePatch {
  const changes: StateChange[] = [];
  collectChanges(before, after, [], changes, new Set());
  return changes;
}

/** A new state; what is not on a changed path is shared with the old one, which stays as it was. */
export function applyPatch(state: State, patch: StatePatch): Record<string, unknown> {
  const copies = new Set<unknown>();
  const copyOnce = (value: State): Record<string, unknown> => {
    if (copies.has(value)) return value;
    const copy = { ...value };
    copies.add(copy);
    return copy;
  };
  return write(copyOnce(state), patch, copyOnce);
}

/** The same in place, for a state that others hold on to. */
export function mergePatch(state: Record<string, unknown>, patch: StatePatch): void {
  write(state, patch, (value) => value);
}

/**
 * The changes that overwrite what somebody else wrote meanwhile.
 *
 * @param base What the patch was made against.
 * @param current What it is about to be applied to.
 */
export function findConflicts(patch: StatePatch, base: State, current: State): StatePatch {
  return patch.filter((change) => {
    const now = valueAt(current, change.path);
    const wanted = change.op === "set" ? change.value : undefined;
    return !isDeepStrictEqual(now, valueAt(base, change.path)) && !isDeepStrictEqual(now, wanted);
  });
}

function collectChanges(
  before: State,
  after: State,
  path: readonly string[],
  changes: StateChange[],
  around: Set<unknown>,
): void {
  around.add(after);
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (key === "__proto__") continue;
    const [old, value] = [own(before, key), own(after, key)];
    const at = [...path, key];
    // A circle is compared as one value.
    if (isPlainObject(old) && isPlainObject(value) && !around.has(value))
      collectChanges(old, value, at, changes, around);
    else if (isDeepStrictEqual(old, value)) continue;
    else changes.push(value === undefined ? { op: "delete", path: at } : { op: "set", path: at, value });
  }
  around.delete(after);
}

/** An object on the way that is gone meanwhile is made anew for a value, and not for a deletion. */
function write(
  root: Record<string, unknown>,
  patch: StatePatch,
  toWritable: (value: Record<string, unknown>) => Record<string, unknown>,
): Record<string, unknown> {
  for (const change of patch) {
    if (change.path.includes("__proto__")) continue;
    let owner: Record<string, unknown> | undefined = root;
    for (const key of change.path.slice(0, -1)) {
      const inner = own(owner, key);
      if (!isPlainObject(inner) && change.op === "delete") {
        owner = undefined;
        break;
      }
      const next: Record<string, unknown> = isPlainObject(inner) ? toWritable(inner) : toWritable({});
      owner[key] = next;
      owner = next;
    }
    const last = change.path.at(-1);
    if (last === undefined) replaceAll(root, change.op === "set" ? change.value : {});
    if (!owner || last === undefined) continue;
    if (change.op === "set") owner[last] = change.value;
    else delete owner[last];
  }
  return root;
}

function replaceAll(root: Record<string, unknown>, value: unknown): void {
  for (const key of Object.keys(root)) delete root[key];
  if (isPlainObject(value)) Object.assign(root, value);
}

function valueAt(state: State, path: readonly string[]): unknown {
  let value: unknown = state;
  for (const key of path) value = isPlainObject(value) ? own(value, key) : undefined;
  return value;
}

function own(owner: State, key: string): unknown {
  return Object.hasOwn(owner, key) ? owner[key] : undefined;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
