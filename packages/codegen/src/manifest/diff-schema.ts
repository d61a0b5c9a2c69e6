/**
 * What changed between two schemas, in words, and whether arguments that were fine before may be refused now.
 *
 * References are followed on both sides, so a type that moved into `$defs` or out of it is no change. Where it cannot be
 * told cheaply whether a change narrows, it counts as breaking.
 */
import type { JsonSchema } from "@runa/runtime/manifest";

export interface SchemaChange {
  /** `parameter "unit" removed`, `parameters.properties.city.description: "a" → "b"`. */
  readonly what: string;
  /** Arguments that were valid may be refused now. */
  readonly breaking: boolean;
}

/** `path` is how the schema is called in texts. */
export function diffSchemas(before: JsonSchema, after: JsonSchema, path: string): readonly SchemaChange[] {
  const changes: SchemaChange[] = [];
  const seen = new Set<string>();
  const roots = { before, after };

  function compare(rawBefore: unknown, rawAfter: unknown, at: string, name: string): void {
    if (isRecord(rawBefore) && isRecord(rawAfter) && ("$ref" in rawBefore || "$ref" in rawAfter)) {
      const pair = `${String(rawBefore.$ref)} ${String(rawAfter.$ref)}`;
      if (seen.has(pair)) return;
      seen.add(pair);
    }
    const old = follow(rawBefore, roots.before);
    const now = follow(rawAfter, roots.after);
    if (!isRecord(old) || !isRecord(now)) {
      if (!isSame(old, now)) changes.push({ what: `${at}: ${show(old)} → ${show(now)}`, breaking: now !== true });
      return;
    }
    compareProperties(old, now, at, name);
    for (const keyword of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (!STRUCTURAL.has(keyword)) compareKeyword(keyword, old[keyword], now[keyword], `${at}.${keyword}`, name);
    }
  }

  function compareProperties(old: Fields, now: Fields, at: string, name: string): void {
    const oldProperties = fields(old.properties);
    const newProperties = fields(now.properties);
    const oldRequired = new Set(list(old.required));
    const newRequired = new Set(list(now.required));
    for (const key of Object.keys(oldProperties)) {
      const full = name ? `${name}.${key}` : key;
      if (!Object.hasOwn(newProperties, key)) {
        changes.push({ what: `parameter "${full}" removed`, breaking: true });
        continue;
      }
      if (oldRequired.has(key) !== newRequired.has(key)) {
        const required = newRequired.has(key);
        changes.push({ what: `parameter "${full}" is ${required ? "now" : "no longer"} required`, breaking: required });
      }
      compare(oldProperties[key], newProperties[key], `${at}.properties.${key}`, full);
    }
    for (const key of Object.keys(newProperties)) {
      if (Object.hasOwn(oldProperties, key)) continue;
      const required = newRequired.has(key);
      const full = name ? `${name}.${key}` : key;
      changes.push({ what: `parameter "${full}" added${required ? ", required" : ""}`, breaking: required });
    }
  }

  function compareKeyword(keyword: string, old: unknown, now: unknown, at: string, name: string): void {
    // What looks the same may refer to what is not: subschemas are compared whatever their text says.
    if (keyword === "items" && old !== undefined && now !== undefined) compare(old, now, at, `${name}[]`);
    else if (keyword === "additionalProperties" && isRecord(old) && isRecord(now)) compare(old, now, at, `${name}{}`);
    else if (keyword === "prefixItems" && list(old).length === list(now).length) {
      for (const [index, item] of list(old).entries())
        compare(item, list(now)[index], `${at}[${index}]`, `${name}[${index}]`);
    } else if (keyword === "anyOf" && old !== undefined && now !== undefined) compareBranches(old, now, at, name);
    else if (!isSame(old, now))
      changes.push({ what: `${at}: ${show(old)} → ${show(now)}`, breaking: narrows(keyword, old, now) });
  }

  /** The order of branches says nothing: equal ones belong together, and the rest if it is as long on both sides. */
  function compareBranches(old: unknown, now: unknown, at: string, name: string): void {
    const came = list(now).filter((branch) => !list(old).some((other) => isSame(branch, other)));
    const went = list(old).filter((branch) => !list(now).some((other) => isSame(branch, other)));
    for (const [index, branch] of list(old).entries()) {
      if (!went.includes(branch)) compare(branch, branch, `${at}[${index}]`, name);
      else if (came.length === went.length) compare(branch, came[went.indexOf(branch)], `${at}[${index}]`, name);
    }
    if (came.length !== went.length)
      changes.push({ what: `${at}: ${show(old)} → ${show(now)}`, breaking: went.length > 0 });
  }

  compare(before, after, path, "");
  return changes;
}

/** Compared property by property, or through the references to them. */
const STRUCTURAL: ReadonlySet<string> = new Set(["properties", "required", "$ref", "$defs"]);

const ANNOTATIONS: ReadonlySet<string> = new Set([
  "description",
  "title",
  "default",
  "examples",
  "deprecated",
  "$schema",
  "$comment",
]);

function narrows(keyword: string, old: unknown, now: unknown): boolean {
  if (ANNOTATIONS.has(keyword)) return false;
  switch (keyword) {
    case "type":
      return !typeNames(old).every((name) => allows(typeNames(now), name));
    case "enum":
      // Without the keyword everything was allowed.
      if (old === undefined) return true;
      return now !== undefined && !list(old).every((value) => list(now).some((other) => isSame(value, other)));
    case "minimum":
    case "exclusiveMinimum":
    case "minLength":
    case "minItems":
      return now !== undefined && (old === undefined || Number(now) > Number(old));
    case "maximum":
    case "exclusiveMaximum":
    case "maxLength":
    case "maxItems":
      return now !== undefined && (old === undefined || Number(now) < Number(old));
    case "additionalProperties":
    case "items":
      return now !== undefined && now !== true && old !== false;
    default:
      return now !== undefined;
  }
}

/** No `type` allows every type. */
function typeNames(type: unknown): readonly string[] {
  if (type === undefined) return ["string", "number", "boolean", "object", "array", "null"];
  return typeof type === "string" ? [type] : list(type).map(String);
}

function allows(names: readonly string[], name: string): boolean {
  return names.includes(name) || (name === "integer" && names.includes("number"));
}

interface Fields {
  readonly [key: string]: unknown;
}

/** The schema itself, or what its reference into the root's `$defs` stands for, with the keywords beside the reference. */
function follow(schema: unknown, root: JsonSchema): unknown {
  if (!isRecord(schema) || typeof schema.$ref !== "string") return schema;
  const name = schema.$ref
    .match(/^#\/\$defs\/([^/]+)$/)?.[1]
    ?.replaceAll("~1", "/")
    .replaceAll("~0", "~");
  const target = name === undefined ? undefined : fields(root.$defs)[name];
  const { $ref: _reference, ...beside } = schema;
  return isRecord(target) ? { ...target, ...beside } : schema;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A manifest from disk may have been edited: what is no object has no fields. */
function fields(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const LONGEST = 80;

/** A value as it stands in JSON, shortened. */
export function show(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
