/**
 * First pass, for schemas from anywhere: every `$ref` gets the form `#/$defs/Name`, every definition stands in the
 * root's `$defs`, and those that nothing refers to are gone. Draft-07 `definitions`, pointers into `properties`, `#`
 * and nested `$defs` come out alike. Nothing is ever fetched.
 */

import { escapePointer, unescapePointer } from "../../json-pointer.ts";
import type { JsonSchema } from "../../json-schema.ts";
import { hasOwn, isSchema, without } from "../json-values.ts";
import type { Notes } from "../notes.ts";
import type { Pass } from "../pass.ts";
import { referenceTo } from "../references.ts";
import { mapSubschemas } from "../subschemas.ts";

const CLEAN_NAME = /^[A-Za-z0-9_.-]+$/;

export const localReferences: Pass = (root, notes) => {
  const names = new DefinitionNames(root);
  const rewrite = (node: JsonSchema): JsonSchema => {
    const bare = notes.derive(node, without(node, "$defs", "definitions"));
    const inside = notes.derive(bare, mapSubschemas(bare, rewrite));
    return notes.derive(inside, rewriteReference(inside, root, names, notes));
  };

  const body = rewrite(root);
  const definitions: { [name: string]: JsonSchema } = {};
  for (let next = names.next(); next; next = names.next()) definitions[next.name] = rewrite(next.target);
  return { schema: notes.derive(root, assemble(root, body, definitions)) };
};

const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"];

function rewriteReference(node: JsonSchema, root: JsonSchema, names: DefinitionNames, notes: Notes): JsonSchema {
  const keyword = REFERENCES.find((name) => hasOwn(node, name));
  if (keyword === undefined) return node;
  const reference = node[keyword];
  const pointer = typeof reference === "string" ? finalPointer(reference, root) : undefined;
  const target = pointer === undefined ? undefined : at(pointer, root);
  const rest = without(node, ...REFERENCES);
  if (pointer !== undefined && isSchema(target)) {
    const local = referenceTo(names.of(pointer, target));
    return local === node.$ref ? node : { $ref: local, ...rest };
  }
  if (target === true) return rest;
  if (target === false) return { ...rest, not: {} };
  notes.lose(node, "$ref", `${JSON.stringify(reference)} leads to no schema in this document`);
  return rest;
}

/** Follows references that are nothing but references; `undefined` where they lead nowhere or in a circle. */
function finalPointer(reference: string, root: JsonSchema): string | undefined {
  const seen = new Set<string>();
  let next = reference;
  for (;;) {
    if (!/^#(?:\/|$)/.test(next) || seen.has(next)) return undefined;
    seen.add(next);
    const pointer = decode(next.slice(1));
    const target = pointer === undefined ? undefined : at(pointer, root);
    if (!isSchema(target) || typeof target.$ref !== "string") return pointer;
    if (Object.keys(without(target, "$defs", "definitions")).length > 1) return pointer;
    next = target.$ref;
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A `%` that begins no escape: the pointer was written without percent-encoding.
    return text;
  }
}

function at(pointer: string, root: JsonSchema): unknown {
  let value: unknown = root;
  for (const segment of pointer.split("/").slice(1)) {
    const key = unescapePointer(segment);
    if (typeof value !== "object" || value === null || !hasOwn(value, key)) return undefined;
    value = Object.entries(value).find(([name]) => name === key)?.[1];
  }
  return value;
}

/** Gives each target of a reference one name, and hands out the targets that are still to be written. */
class DefinitionNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #referred = new Set<string>();
  readonly #open: { readonly name: string; readonly target: JsonSchema }[] = [];

  /** Definitions at the root keep their names where these need no escape. */
  constructor(root: JsonSchema) {
    for (const keyword of ["$defs", "definitions"]) {
      const definitions = root[keyword];
      if (!isSchema(definitions)) continue;
      for (const name of Object.keys(definitions)) {
        if (!CLEAN_NAME.test(name) || this.#taken.has(name)) continue;
        this.#names.set(`/${keyword}/${escapePointer(name)}`, name);
        this.#taken.add(name);
      }
    }
  }

  of(pointer: string, target: JsonSchema): string {
    const name = this.#names.get(pointer) ?? this.#invent(pointer);
    if (!this.#referred.has(name)) {
      this.#referred.add(name);
      this.#open.push({ name, target });
    }
    return name;
  }

  next(): { readonly name: string; readonly target: JsonSchema } | undefined {
    return this.#open.shift();
  }

  #invent(pointer: string): string {
    const base = pointer === "" ? "root" : pointer.slice(pointer.lastIndexOf("/") + 1).replace(/[^A-Za-z0-9_.-]/g, "_");
    let name = base || "definition";
    for (let count = 2; this.#taken.has(name); count++) name = `${base}_${count}`;
    this.#names.set(pointer, name);
    this.#taken.add(name);
    return name;
  }
}

/** Keeps the root, and its order of definitions, as far as they are still right. */
function assemble(root: JsonSchema, body: JsonSchema, made: { readonly [name: string]: JsonSchema }): JsonSchema {
  const old = isSchema(root.$defs) ? root.$defs : {};
  const names = new Set([...Object.keys(old), ...Object.keys(made)]);
  const definitions = Object.fromEntries(
    [...names].flatMap((name): [string, JsonSchema][] => {
      const definition = hasOwn(made, name) ? made[name] : undefined;
      return definition ? [[name, definition]] : [];
    }),
  );
  const has = Object.keys(definitions).length > 0;
  const isSame =
    shallowEquals(without(root, "$defs", "definitions"), body) &&
    !hasOwn(root, "definitions") &&
    hasOwn(root, "$defs") === has &&
    shallowEquals(definitions, old);
  if (isSame) return root;
  return has ? { ...body, $defs: definitions } : body;
}

function shallowEquals(left: JsonSchema, right: JsonSchema): boolean {
  if (left === right) return true;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length && keys.every((key) => hasOwn(right, key) && left[key] === right[key])
  );
}
