/** What every object inherits from: a picture of it, to be compared with a later one. */

const OWNERS: readonly object[] = [
  Object,
  Array,
  Function,
  String,
  Number,
  Boolean,
  BigInt,
  Symbol,
  Date,
  RegExp,
  Map,
  Set,
  WeakMap,
  WeakSet,
  Promise,
  Error,
  TypeError,
  URL,
  Uint8Array,
  Buffer,
].flatMap((owner) => [owner, owner.prototype]);

export type Picture = readonly ReadonlyMap<PropertyKey, PropertyDescriptor>[];

export function takePicture(): Picture {
  return OWNERS.map(
    (owner) => new Map(Reflect.ownKeys(owner).map((key) => [key, Object.getOwnPropertyDescriptor(owner, key) ?? {}])),
  );
}

/** @returns Keys that are new, gone or different. */
export function comparePictures(before: Picture, after: Picture): readonly string[] {
  return before.flatMap((descriptors, at) => {
    const later = after[at] ?? new Map<PropertyKey, PropertyDescriptor>();
    const keys = new Set([...descriptors.keys(), ...later.keys()]);
    return [...keys].filter((key) => !isSame(descriptors.get(key), later.get(key))).map(String);
  });
}

function isSame(one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined): boolean {
  if (!one || !other) return false;
  return (
    Object.is(one.value, other.value) &&
    one.get === other.get &&
    one.set === other.set &&
    one.writable === other.writable
  );
}
