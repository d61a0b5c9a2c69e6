/** Which named types stand in `$defs`: those that contain themselves, and those that are large and used more than once. */
import type { NamedType } from "../signature/type-shape.ts";
import { ANYTHING, type Draft } from "./draft.ts";
import { emitSchema } from "./emit-schema.ts";
import { findRecursiveTypes } from "./find-recursive-types.ts";
import type { Bodies } from "./fits.ts";

/** Bytes of compact JSON that may be repeated for the sake of a schema that reads without references. */
const REPEATED_BYTES = 512;

const NO_TYPES: ReadonlySet<NamedType> = new Set();

/**
 * A use counts once wherever it is written: inside a type that is itself used several times, too, since that type is
 * either written once or small. So repetition stays within the limit for each type, however they are nested.
 */
export function planDefinitions(root: Draft, bodies: Bodies): ReadonlySet<NamedType> {
  if (bodies.size === 0) return NO_TYPES;
  const bodyOf = (type: NamedType): Draft => bodies.get(type) ?? ANYTHING;
  const uses = countUses(root, bodyOf);
  const recursive = findRecursiveTypes(uses.keys(), (type) => namesIn(bodyOf(type)));
  const sizes = new Map<NamedType, number>();

  function isDefined(type: NamedType): boolean {
    const repeats = (uses.get(type) ?? 1) - 1;
    return recursive.has(type) || (repeats > 0 && repeats * sizeOf(type) > REPEATED_BYTES);
  }

  /** Each body is written once, with `{}` for what is inlined in it; the size of that is added. */
  function sizeOf(type: NamedType): number {
    const known = sizes.get(type);
    if (known !== undefined) return known;
    let inlined = 0;
    const refer = (used: NamedType): string | Draft => {
      if (isDefined(used)) return `#/$defs/${used.name}`;
      inlined += sizeOf(used) - JSON.stringify({}).length;
      return ANYTHING;
    };
    const text = JSON.stringify(emitSchema(bodyOf(type), "", { refer }));
    const size = Buffer.byteLength(text) + inlined;
    sizes.set(type, size);
    return size;
  }

  return new Set([...uses.keys()].filter(isDefined));
}

/** How often each type that is reached is named. */
function countUses(root: Draft, bodyOf: (type: NamedType) => Draft): Map<NamedType, number> {
  const uses = new Map<NamedType, number>();
  const waiting = [root];
  for (let draft = waiting.pop(); draft !== undefined; draft = waiting.pop()) {
    for (const type of namesIn(draft)) {
      if (!uses.has(type)) waiting.push(bodyOf(type));
      uses.set(type, (uses.get(type) ?? 0) + 1);
    }
  }
  return uses;
}

function namesIn(draft: Draft): NamedType[] {
  const names: NamedType[] = [];
  collectNames(draft, names);
  return names;
}

/** Into one list: a list for each draft would be most of what a run allocates here. */
function collectNames(draft: Draft, names: NamedType[]): void {
  if (draft.named !== undefined) names.push(draft.named);
  for (const property of draft.properties ?? []) collectNames(property.draft, names);
  for (const [, values] of draft.patternProperties ?? []) collectNames(values, names);
  for (const item of draft.prefixItems ?? []) collectNames(item, names);
  for (const branch of draft.anyOf ?? []) collectNames(branch, names);
  if (typeof draft.items === "object") collectNames(draft.items, names);
  if (typeof draft.additionalProperties === "object") collectNames(draft.additionalProperties, names);
}
