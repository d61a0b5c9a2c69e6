/**
 * For every provider: the root is an object schema without `$ref` and without combinators, since these refuse the
 * whole request. A root that is a choice is put into one property, `value`, and taken out again on the way back.
 */
import type { JsonSchema, JsonValue } from "../../json-schema.ts";
import { describe } from "../describe-keyword.ts";
import { isJsonObject, typesOf, without } from "../json-values.ts";
import { withoutIdle } from "../keyword-types.ts";
import { mergeSchemas } from "../merge-schemas.ts";
import type { Notes } from "../notes.ts";
import type { Pass, Passed } from "../pass.ts";
import { referred } from "../references.ts";
import { mergeAllOf } from "./merge-all-of.ts";

const WRAPPER = "value";
const STRUCTURE = ["properties", "patternProperties", "additionalProperties"];

export const objectRoot: Pass = (root, notes) => {
  const inlined = inlineRoot(root, notes);
  const merged = inlined.allOf ? notes.derive(root, mergeAllOf(inlined, notes).schema) : inlined;
  const typed = withObjectType(merged, notes);
  if (isChoice(typed)) {
    return STRUCTURE.some((keyword) => typed[keyword] !== undefined)
      ? withoutRefused(loosen(typed, notes), notes)
      : wrap(typed, notes);
  }
  return withoutRefused(typed, notes);
};

/** The root itself, without a reference; a definition may lead to another. `local-references` left no circle. */
function inlineRoot(root: JsonSchema, notes: Notes): JsonSchema {
  let node = root;
  for (let target = referred(node, root); target; target = referred(node, root)) {
    node = notes.derive(root, mergeSchemas(without(node, "$ref"), target, notes));
  }
  return node;
}

function isChoice(root: JsonSchema): boolean {
  return root.anyOf !== undefined || root.oneOf !== undefined;
}

/** Arguments are an object whatever the schema says; `properties` may be written in full. */
function withObjectType(root: JsonSchema, notes: Notes): JsonSchema {
  if (isChoice(root) && STRUCTURE.every((keyword) => root[keyword] === undefined)) return root;
  if (root.type === "object" && root.properties) return root;
  const types = typesOf(root);
  if (types.length > 0 && !types.includes("object")) return root;
  return notes.derive(root, withoutIdle({ ...root, type: "object", properties: root.properties ?? {} }));
}

/** Properties and a choice beside them, as in "a or b is required": the choice is told in words. */
function loosen(root: JsonSchema, notes: Notes): JsonSchema {
  let made = root;
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = root[keyword];
    if (!Array.isArray(branches)) continue;
    const named = branches.flatMap((branch: JsonSchema) => Object.entries(branch.properties ?? {}));
    const properties = { ...Object.fromEntries(named), ...made.properties };
    made = notes.derive(root, { ...describe(made, keyword, "the root may not be a choice", notes), properties });
  }
  return made;
}

function withoutRefused(root: JsonSchema, notes: Notes): Passed {
  const types = typesOf(root);
  if (types.length > 0 && !types.includes("object")) return wrap(root, notes);
  let made = types.length > 1 ? notes.derive(root, withoutIdle({ ...root, type: "object" as const })) : root;
  for (const keyword of ["enum", "const", "not", "if", "then", "else"]) {
    made = describe(made, keyword, "not allowed at the root", notes);
  }
  return { schema: made };
}

function wrap(root: JsonSchema, notes: Notes): Passed {
  const { $defs, ...value } = root;
  const wrapped = notes.derive(root, value);
  const schema = notes.derive<JsonSchema>(root, {
    type: "object",
    properties: { [WRAPPER]: wrapped },
    required: [WRAPPER],
    additionalProperties: false,
    ...($defs && { $defs }),
  });
  return { schema, restore: unwrap };
}

/** A model that was not held to the schema may have left the wrapper out: then the value stands for itself. */
function unwrap(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const { [WRAPPER]: inner } = value;
  return inner !== undefined && Object.keys(value).length === 1 ? inner : value;
}
