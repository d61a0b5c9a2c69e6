/**
 * Gives a name to what has none and is written more than once, so that it can stand in `$defs`: a union of sixty members
 * in which one of them has a list beside it, a mapped type that two properties have. Whether it then does stand there,
 * `plan-definitions.ts` decides, as for every named type.
 */
import type { JsonSchema } from "@runa/runtime/manifest";
import type { NamedType } from "../signature/type-shape.ts";
import type { Draft } from "./draft.ts";
import type { Bodies } from "./fits.ts";

/** Bytes of compact JSON that are better read in place, however often. */
const READ_IN_PLACE = 512;

/** A schema with fewer parts has no two of that size worth the search. */
const FEWEST_PARTS = 12;

export interface NamedDrafts {
  readonly root: Draft;
  readonly bodies: Bodies;
}

/** What is said of a use alone does not count: the same type under two descriptions is one. */
export function nameRepeated(root: Draft, bodies: Bodies): NamedDrafts {
  const drafts = [root, ...bodies.values()].filter((draft) => draft !== undefined);
  if (!mayRepeat(drafts)) return { root, bodies };
  const contents = createContents();
  for (const draft of drafts) contents.count(draft);
  if (!contents.hasRepeated()) return { root, bodies };

  const named = new Map<number, NamedType>();
  for (const [type, body] of bodies)
    if (body && Object.keys(annotationsOf(body)).length === 0) named.set(contents.of(body).id, type);
  const all = new Map<NamedType, Draft | undefined>();

  const rename = (draft: Draft, hint: string): Draft => {
    const content = contents.of(draft);
    if (!contents.isRepeated(content)) return renameInside(draft, hint);
    const known = named.get(content.id);
    const type = known ?? { name: hint, shape: { kind: "anything" } };
    if (!known) {
      named.set(content.id, type);
      all.set(type, renameInside(withoutAnnotations(draft), hint));
    }
    return { keywords: annotationsOf(draft), named: type, ...(draft.isSecret && { isSecret: true }) };
  };
  const renameInside = (draft: Draft, hint: string): Draft => mapParts(draft, hint, rename);

  const renamed = renameInside(root, "Type");
  for (const [type, body] of bodies) all.set(type, body && renameInside(body, type.name));
  return { root: renamed, bodies: all };
}

interface Content {
  readonly id: number;
  readonly bytes: number;
}

interface Contents {
  /** Counts a draft and all its parts, once more each time. */
  count(draft: Draft): Content;
  of(draft: Draft): Content;
  isRepeated(content: Content): boolean;
  hasRepeated(): boolean;
}

/** Equal contents have one number, which the numbers of their parts make up: no text is put together twice. */
function createContents(): Contents {
  const ids = new Map<string, number>();
  const names = new Map<NamedType, number>();
  const known = new Map<Draft, Content>();
  const uses: number[] = [];
  const sizes: number[] = [];

  const count = (draft: Draft): Content => {
    let bytes = 0;
    const inner = partsOf(draft).map(([step, part]) => {
      const { id, bytes: own } = count(part);
      const annotations = JSON.stringify([annotationsOf(part), part.isSecret]);
      bytes += own + step.length + annotations.length;
      return [step, id, annotations];
    });
    const { keywords, rich, additionalProperties, items, memberTexts, properties } = withoutAnnotations(draft);
    const flags = [additionalProperties, items].map((flag) => (typeof flag === "boolean" ? flag : undefined));
    const required = properties?.map(({ isRequired }) => isRequired);
    const own = JSON.stringify([keywords, rich, memberTexts, flags, required, numberOf(draft.named)]);
    const key = JSON.stringify([own, inner]);
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    uses[id] = (uses[id] ?? 0) + 1;
    const content = known.get(draft) ?? { id, bytes: bytes + own.length };
    sizes[id] = content.bytes;
    known.set(draft, content);
    return content;
  };
  const numberOf = (type: NamedType | undefined): number | undefined => {
    if (!type) return undefined;
    const number = names.get(type) ?? names.size;
    names.set(type, number);
    return number;
  };
  const isRepeated = ({ id, bytes }: Content): boolean => (uses[id] ?? 0) > 1 && bytes > READ_IN_PLACE;
  return {
    count,
    of: (draft) => known.get(draft) ?? count(draft),
    isRepeated,
    hasRepeated: () => sizes.some((bytes, id) => isRepeated({ id, bytes })),
  };
}

/**
 * Whether there can be two equal parts of that size at all, seen without comparing contents: equal ones have as many
 * parts, and the same names in them. Nearly all schemas are done with here.
 */
function mayRepeat(drafts: readonly Draft[]): boolean {
  const outlines = new Set<string>();
  let isRepeated = false;
  const countAndCompare = (draft: Draft): number => {
    let parts = 1;
    for (const [, part] of partsOf(draft)) parts += countAndCompare(part);
    if (isRepeated || (parts === 1 && !mayBeLarge(draft))) return parts;
    let outline = String(parts);
    for (const { name } of draft.properties ?? []) outline += ` ${name}`;
    if (outlines.has(outline)) isRepeated = mostBytes(draft) > READ_IN_PLACE;
    outlines.add(outline);
    return parts;
  };
  const parts = drafts.reduce((sum, draft) => sum + countAndCompare(draft), 0);
  return isRepeated && parts >= FEWEST_PARTS;
}

/** Of a draft without parts only lists, patterns and texts about its members are read for more than a few bytes. */
function mayBeLarge({ keywords, memberTexts }: Draft): boolean {
  return Boolean(keywords.enum ?? keywords.pattern ?? keywords.allOf ?? memberTexts);
}

/** No less than the bytes that are counted for a draft: what stands around its texts takes less than 80. */
function mostBytes(draft: Draft): number {
  const { keywords, memberTexts = "", properties = [] } = draft;
  let bytes = 80 + 2 * JSON.stringify(keywords).length + JSON.stringify(memberTexts).length + 6 * properties.length;
  for (const [step, part] of partsOf(draft)) bytes += step.length + mostBytes(part);
  return bytes;
}

type Part = readonly [step: string, part: Draft];

function partsOf(draft: Draft): readonly Part[] {
  const { properties, patternProperties, additionalProperties, prefixItems, items, anyOf } = draft;
  const parts: Part[] = [];
  for (const { name, draft: part } of properties ?? []) parts.push([`.${name}`, part]);
  for (const [pattern, part] of patternProperties ?? []) parts.push([`~${pattern}`, part]);
  if (typeof additionalProperties === "object") parts.push(["{}", additionalProperties]);
  for (const part of prefixItems ?? []) parts.push(["[0]", part]);
  if (typeof items === "object") parts.push(["[]", items]);
  for (const part of anyOf ?? []) parts.push(["|", part]);
  return parts;
}

function mapParts(draft: Draft, hint: string, change: (part: Draft, hint: string) => Draft): Draft {
  const { properties, patternProperties, additionalProperties, prefixItems, items, anyOf } = draft;
  const list = (parts: readonly Draft[]): readonly Draft[] => parts.map((part) => change(part, hint));
  return {
    ...draft,
    ...(properties && {
      properties: properties.map((property) => ({
        ...property,
        draft: change(property.draft, capitalised(property.name)),
      })),
    }),
    ...(patternProperties && {
      patternProperties: patternProperties.map(([pattern, part]) => [pattern, change(part, hint)] as const),
    }),
    ...(typeof additionalProperties === "object" && { additionalProperties: change(additionalProperties, hint) }),
    ...(prefixItems && { prefixItems: list(prefixItems) }),
    ...(typeof items === "object" && { items: change(items, hint) }),
    ...(anyOf && { anyOf: list(anyOf) }),
  };
}

/** A comment on the members of an enum continues the description, so there both stay together. */
function annotationsOf({ keywords, memberTexts }: Draft): JsonSchema {
  const { description, default: initial, examples, deprecated } = keywords;
  return {
    ...(description !== undefined && memberTexts === undefined && { description }),
    ...(initial !== undefined && { default: initial }),
    ...(examples !== undefined && { examples }),
    ...(deprecated !== undefined && { deprecated }),
  };
}

function withoutAnnotations({ isSecret: _, ...draft }: Draft): Draft {
  const said = annotationsOf(draft);
  const keywords = Object.entries(draft.keywords).filter(([keyword]) => !Object.hasOwn(said, keyword));
  return { ...draft, keywords: Object.fromEntries(keywords) as JsonSchema };
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
