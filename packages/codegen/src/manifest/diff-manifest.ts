/** What changed between two manifests: tools and schemas that came and went, and fields from what to what, in words. */
import type { Manifest, ManifestTool } from "@runa/runtime/manifest";
import { diffSchemas, show } from "./diff-schema.ts";

export interface ManifestChange {
  readonly subject: "tool" | "schema" | "manifest";
  readonly name: string;
  readonly kind: "added" | "removed" | "changed";
  /** `parameter "unit" removed`; for what was added or removed as a whole, just that. */
  readonly what: string;
  /** A model's call that was right before may be refused, or find no tool. */
  readonly breaking: boolean;
  /** Otherwise it concerns the way of a call to its function only. */
  readonly seenByModel: boolean;
}

/** Manifests that are equal up to their formatting have no changes. */
export function diffManifests(before: Manifest, after: Manifest): readonly ManifestChange[] {
  return [
    ...diffNamed("tool", toolsByName(before), toolsByName(after), diffTool),
    ...diffNamed("schema", entriesOf(before.schemas), entriesOf(after.schemas), (name, old, now) => {
      const changes = diffSchemas(old.schema, now.schema, "schema");
      const conversions = diffFields({ convert: old.convert }, { convert: now.convert });
      return [
        ...changes.map((change) => ({ ...changed("schema", name, change.what), ...change, seenByModel: true })),
        ...conversions.map((what) => changed("schema", name, what)),
      ];
    }),
    ...diffOrder(before, after),
  ];
}

function diffTool(name: string, old: ManifestTool, now: ManifestTool): readonly ManifestChange[] {
  const changes: ManifestChange[] = [];
  if (old.function.description !== now.function.description) {
    const what = `description: ${show(old.function.description)} → ${show(now.function.description)}`;
    changes.push({ ...changed("tool", name, what), seenByModel: true });
  }
  for (const change of diffSchemas(old.function.parameters, now.function.parameters, "parameters"))
    changes.push({ ...changed("tool", name, change.what), breaking: change.breaking, seenByModel: true });
  for (const what of diffFields(old.runa, now.runa)) changes.push(changed("tool", name, what));
  return changes;
}

function changed(subject: "tool" | "schema", name: string, what: string): ManifestChange {
  return { subject, name, kind: "changed", what, breaking: false, seenByModel: false };
}

function diffFields(before: object, after: object): readonly string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const now = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((key) => JSON.stringify(old.get(key)) !== JSON.stringify(now.get(key)))
    .map((key) => `${key}: ${show(old.get(key))} → ${show(now.get(key))}`);
}

function diffNamed<T>(
  subject: "tool" | "schema",
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  diff: (name: string, old: T, now: T) => readonly ManifestChange[],
): readonly ManifestChange[] {
  const changes: ManifestChange[] = [];
  for (const [name, old] of before) {
    const now = after.get(name);
    if (now === undefined) {
      changes.push({ subject, name, kind: "removed", what: "removed", breaking: true, seenByModel: true });
      continue;
    }
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    const found = diff(name, old, now);
    // Equal in meaning, not in text: what was inlined is referred to now, or properties changed places.
    const form = "the form of its schema changed: the order of its properties, or what stands in $defs";
    changes.push(...(found.length > 0 ? found : [{ ...changed(subject, name, form), seenByModel: true }]));
  }
  for (const name of after.keys()) {
    if (!before.has(name))
      changes.push({ subject, name, kind: "added", what: "added", breaking: false, seenByModel: true });
  }
  return changes;
}

function diffOrder(before: Manifest, after: Manifest): readonly ManifestChange[] {
  const old = [...toolsByName(before).keys()].filter((name) => toolsByName(after).has(name));
  const now = [...toolsByName(after).keys()].filter((name) => toolsByName(before).has(name));
  const first = now.find((name, index) => old[index] !== name);
  if (first === undefined) return [];
  const what = `the order of the tools changed, from "${first}" on`;
  return [{ subject: "manifest", name: first, kind: "changed", what, breaking: false, seenByModel: true }];
}

function toolsByName(manifest: Manifest): ReadonlyMap<string, ManifestTool> {
  return new Map(manifest.tools.map((tool) => [tool.function.name, tool]));
}

function entriesOf<T>(record: { readonly [name: string]: T }): ReadonlyMap<string, T> {
  return new Map(Object.entries(record));
}
