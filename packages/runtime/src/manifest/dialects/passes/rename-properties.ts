/** For dialects that limit property names: others get a name that fits, and their own on the way back. */
import type { JsonSchema, JsonValue } from "../../json-schema.ts";
import { addText } from "../describe-keyword.ts";
import { hasOwn, isJsonObject, isSchema } from "../json-values.ts";
import type { Pass } from "../pass.ts";
import { carryUndo, restoreAlong, type Undo } from "../restore-along.ts";
import { transform } from "../subschemas.ts";

/** `^[a-zA-Z0-9_.-]{1,64}$` in two parts: the characters that are not allowed, and the length. */
export interface NameRule {
  readonly refused: RegExp;
  readonly longest: number;
}

export function renameProperties({ refused, longest }: NameRule): Pass {
  const fit = (name: string): string => name.replace(refused, "_").slice(0, longest) || "_";
  return (root, notes) => {
    const undo: Undo = new WeakMap();
    const schema = transform(root, notes, (node) => {
      const names = Object.keys(node.properties ?? {});
      if (names.every((name) => fit(name) === name)) return node;
      const renamed = newNames(names, fit, longest);
      const made = rename(node, renamed, undo);
      const back = new Map([...renamed].map(([own, sent]) => [sent, own]));
      undo.set(made, (value) => withOwnNames(value, back));
      return made;
    });
    return schema === root ? { schema } : { schema, restore: restoreAlong(schema, undo) };
  };
}

/** Names that fit stay; the others take what is still free. */
function newNames(
  names: readonly string[],
  fit: (name: string) => string,
  longest: number,
): ReadonlyMap<string, string> {
  const taken = new Set(names.filter((name) => fit(name) === name));
  return new Map(
    names.map((name) => {
      const wanted = fit(name);
      let free = wanted;
      for (let count = 2; wanted !== name && taken.has(free); count++) {
        const suffix = `_${count}`;
        free = `${wanted.slice(0, longest - suffix.length)}${suffix}`;
      }
      taken.add(free);
      return [name, free];
    }),
  );
}

function rename(node: JsonSchema, names: ReadonlyMap<string, string>, undo: Undo): JsonSchema {
  const nameOf = (name: string): string => names.get(name) ?? name;
  const keysOf = (map: object): object =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [nameOf(key), value]));
  const properties = Object.entries(node.properties ?? {}).map(([name, property]): [string, JsonSchema] => [
    nameOf(name),
    nameOf(name) === name ? property : carryUndo(undo, property, addText(property, `named ${JSON.stringify(name)}`)),
  ]);
  const { dependentRequired, dependentSchemas } = node;
  return {
    ...node,
    properties: Object.fromEntries(properties),
    ...(node.required && { required: node.required.map(nameOf) }),
    ...(isSchema(dependentRequired) && {
      dependentRequired: Object.fromEntries(
        Object.entries(dependentRequired).map(([name, needed]) => [
          nameOf(name),
          Array.isArray(needed) ? needed.map((other) => nameOf(String(other))) : needed,
        ]),
      ),
    }),
    ...(isSchema(dependentSchemas) && { dependentSchemas: keysOf(dependentSchemas) }),
  };
}

function withOwnNames(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([sent, inner]): [string, JsonValue] => {
    const own = names.get(sent) ?? sent;
    return own !== sent && hasOwn(value, own) ? [sent, inner] : [own, inner];
  });
  return Object.fromEntries(entries);
}
