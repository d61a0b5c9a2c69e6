/** For dialects that want a `type` at every node: it is read off the values or the other keywords, and split where mixed. */
import type { JsonTypeName } from "../../json-schema.ts";
import { hasOwn, typeNameOf, typesOf, without } from "../json-values.ts";
import { SPEAKS_OF, withoutIdle } from "../keyword-types.ts";
import { nodePass, type Pass } from "../pass.ts";

export const inferTypes: Pass = nodePass((node) => {
  if (node.type !== undefined || node.anyOf || node.allOf || node.$ref) return node;
  const values = hasOwn(node, "const") ? [node.const] : node.enum;
  if (values) return withoutIdle({ type: compact(typesOfValues(values)), ...node });
  const types = SPEAKS_OF.filter(([, keywords]) => keywords.some((keyword) => hasOwn(node, keyword))).map(
    ([type]) => type,
  );
  return types.length === 0 ? node : { type: compact(types), ...node };
});

/** One number that is no integer makes the whole `number`. */
export function typesOfValues(values: readonly unknown[]): readonly JsonTypeName[] {
  const types = [...new Set(values.map(typeNameOf))];
  return types.includes("number") ? types.filter((type) => type !== "integer") : types;
}

export function compact(types: readonly JsonTypeName[]): JsonTypeName | readonly JsonTypeName[] {
  const [first] = types;
  return types.length === 1 && first !== undefined ? first : types;
}

/** `{ type: ["object", "null"], properties }` becomes `anyOf`, so that each object and array stands alone. */
export const splitMixedTypes: Pass = nodePass((node, _root, notes) => {
  const types = typesOf(node);
  if (types.length < 2 || !(types.includes("object") || types.includes("array"))) return node;
  const texts = Object.fromEntries(Object.entries(node).filter(([keyword]) => TEXTS.has(keyword)));
  const rest = without(node, "type", ...TEXTS);
  const branches = types.map((type) => {
    return notes.derive(node, withoutIdle({ type, ...rest }));
  });
  return { ...texts, anyOf: branches };
});

const TEXTS = new Set(["title", "description", "default", "examples", "deprecated", "$defs"]);
