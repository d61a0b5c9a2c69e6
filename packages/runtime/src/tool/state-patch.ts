/**
 * Changes to a session's state, as data: what one run or one worker did, to be applied to what others did meanwhile.
 * Objects are compared key by key; of a list that has only grown, what was added; everything else is one value.
 */
import { isDeepStrictEqual } from "node:util";

export type State = Readonly<Record<string, unknown>>;

/** In the order in which they are applied. An empty path is the whole state. */
export type StatePatch = readonly StateChange[];

export type StateChange =
  | { readonly op: "set"; readonly path: readonly string[]; readonly value: unknown }
  | { readonly op: "delete"; readonly path: readonly string[] }
  /** A list that has grown: to another one, what came after the first `from` items; where there is none, all of it. */
  | {
      readonly op: "append";
      readonly path: readonly string[];
      readonly value: readonly unknown[];
      readonly from: number;
    };

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
    if (change.op === "append" && Array.isArray(now)) return false;
    const wanted = change.op === "delete" ? undefined : change.value;
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
    else if (Array.isArray(old) && Array.isArray(value) && isGrown(old, value))
      changes.push({ op: "append", path: at, value, from: old.length });
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
    if (last === undefined) replaceAll(root, change.op === "delete" ? {} : change.value);
    if (!owner || last === undefined) continue;
    if (change.op === "delete") delete owner[last];
    else owner[last] = change.op === "append" ? append(own(owner, last), change) : change.value;
  }
  return root;
}

function append(list: unknown, { value, from }: Extract<StateChange, { op: "append" }>): readonly unknown[] {
  return Array.isArray(list) ? [...list, ...value.slice(from)] : value;
}

function isGrown(old: readonly unknown[], value: readonly unknown[]): boolean {
  return value.length > old.length && isDeepStrictEqual(value.slice(0, old.length), old);
}

function replaceAll(root: Record<string, unknown>, value: unknown): void {
  for (const key of Object.keys(root)) delete root[key];
  // Assigned, `__proto__` would be what the state inherits from.
  for (const [key, one] of isPlainObject(value) ? Object.entries(value) : []) if (key !== "__proto__") root[key] = one;
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
