/** For dialects that take no references, or nothing beside them: a reference becomes a copy of what it refers to. */
import type { JsonSchema } from "../../json-schema.ts";
import { addText } from "../describe-keyword.ts";
import { inliningPass } from "../inlining-pass.ts";
import { without } from "../json-values.ts";
import { mergeSchemas } from "../merge-schemas.ts";
import { nodePass, type Pass } from "../pass.ts";
import { referred, referredName } from "../references.ts";

/** Copies of larger definitions make the request long; these are wrapped in an `anyOf` of one instead. */
const LARGEST_COPY = 4096;

/** For dialects that allow nothing beside `$ref` and make a union cost something: only a reference with text is copied. */
export const inlineDescribedReferences: Pass = inliningPass((node, definitionOf, notes) => {
  if (!node.$ref || Object.keys(node).length === 1) return node;
  const { $ref, ...siblings } = node;
  const target = definitionOf(node);
  if (!target || target.$ref || JSON.stringify(target).length > LARGEST_COPY) {
    return { ...siblings, anyOf: [notes.derive<JsonSchema>(node, { $ref })] };
  }
  return mergeSchemas(without(node, "$ref"), target, notes);
});

/** Every reference; of a definition that contains itself, one round. */
export const inlineReferences: Pass = inliningPass((node, definitionOf, notes) => {
  const target = definitionOf(node);
  return target === undefined ? node : mergeSchemas(without(node, "$ref"), target, notes);
});

/** What is still a reference then leads back to something that the reader has seen. */
export const referencesInWords: Pass = nodePass((node, root, notes) => {
  if (!node.$ref) return node;
  notes.lose(node, "$ref", "a definition that contains itself is shown once", true);
  const { type } = referred(node, root) ?? {};
  const { $ref: _reference, ...rest } = node;
  const said = addText(rest, `in the form of ${referredName(node) ?? "what contains it"} again`);
  return type === undefined ? said : { type, ...said };
});
