/** Puts constraint tags into the branches that they fit, and reports the others: the validator refuses them elsewhere. */
import type { JsonSchema, JsonTypeName } from "@runa/runtime/manifest";
import { closestName } from "../diagnostics/closest-name.ts";
import type { DocTag } from "../signature/doc-comment.ts";
import { type Draft, withKeywords } from "./draft.ts";
import type { Place, SchemaContext } from "./schema-context.ts";
import { CONSTRAINT_TAGS, type ConstraintTag, type ConstraintValue } from "./tags/constraint-tags.ts";
import { FORMATS } from "./tags/formats.ts";

export function hasConstraints(tags: readonly DocTag[]): boolean {
  return tags.some(({ name }) => CONSTRAINT_TAGS.has(name));
}

export function applyConstraints(draft: Draft, tags: readonly DocTag[], place: Place, context: SchemaContext): Draft {
  return tags.reduce((current, tag) => {
    const constraint = CONSTRAINT_TAGS.get(tag.name);
    return constraint === undefined ? current : applyConstraint(current, constraint, tag, place, context);
  }, draft);
}

function applyConstraint(
  draft: Draft,
  constraint: ConstraintTag,
  tag: DocTag,
  { path }: Place,
  context: SchemaContext,
): Draft {
  const text = withoutBackticks(tag.text);
  if (constraint.value === "format" && text !== "" && !FORMATS.has(text)) {
    const closest = closestName(text, FORMATS.keys());
    context.report("unknown-format", tag.location, { path, format: text, ...(closest !== undefined && { closest }) });
    return draft;
  }
  const value = READERS[constraint.value](text);
  if (value === undefined) {
    const wanted = WANTED[constraint.value];
    context.report("invalid-tag-value", tag.location, { path, tag: tag.name, value: text, wanted });
    return draft;
  }
  if (value === false) return draft;
  const fits = constraint.value === "format" ? formatFits(text) : constraint.fits;
  const constrained = constrain(draft, constraint.name, value, fits);
  if (constrained === undefined) {
    context.report("misplaced-tag", tag.location, { path, tag: tag.name, fits: describe(fits) });
  }
  return constrained ?? draft;
}

/** A pattern often stands in backticks, to keep an `@` in it from being read as a tag. */
function withoutBackticks(text: string): string {
  return /^`([^`]+)`$/.exec(text)?.[1] ?? text;
}

type Value = string | number | boolean;

/** Nothing is returned for a text that is no such value. */
const READERS: { readonly [kind in ConstraintValue]: (text: string) => Value | undefined } = {
  number: readNumber,
  "positive number": (text) => {
    const number = readNumber(text);
    return number !== undefined && number > 0 ? number : undefined;
  },
  count: (text) => {
    const number = readNumber(text);
    return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
  },
  flag: (text) => (text === "" || text === "true" ? true : text === "false" ? false : undefined),
  pattern: (text) => (text !== "" && isPattern(text) ? text : undefined),
  format: (text) => (text === "" ? undefined : text),
};

const WANTED: { readonly [kind in ConstraintValue]: string } = {
  number: "a number",
  "positive number": "a number above zero",
  count: "a whole number from zero",
  flag: "nothing, true or false",
  pattern: "a regular expression",
  format: "the name of a format",
};

function readNumber(text: string): number | undefined {
  const number = Number(text);
  return text !== "" && Number.isFinite(number) ? number : undefined;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

function formatFits(format: string): readonly JsonTypeName[] {
  return FORMATS.get(format)?.on === "number" ? ["number", "integer"] : ["string"];
}

function describe(types: readonly JsonTypeName[]): string {
  if (types.includes("number")) return "numbers";
  return types.includes("array") ? "arrays" : "strings";
}

/** Nothing is returned where no branch has such a type. */
function constrain(draft: Draft, name: string, value: Value, fits: readonly JsonTypeName[]): Draft | undefined {
  if (draft.anyOf !== undefined) {
    const branches = draft.anyOf.map((branch) => constrain(branch, name, value, fits));
    if (branches.every((branch) => branch === undefined)) return undefined;
    return { ...draft, anyOf: draft.anyOf.map((branch, index) => branches[index] ?? branch) };
  }
  const { type, pattern, allOf, format } = draft.keywords;
  const types = [type ?? []].flat();
  if (!types.some((one) => fits.includes(one))) return undefined;
  if (name === "integer") return withKeywords(draft, { type: toInteger(type) });
  if (name === "pattern" && pattern !== undefined) {
    return withKeywords(draft, { allOf: [...(allOf ?? []), { pattern: String(value) }] });
  }
  // The format of a date or a URL is how it is read back.
  if (name === "format" && draft.rich !== undefined && format !== undefined) return undefined;
  return withKeywords(draft, { [name]: value });
}

function toInteger(type: JsonSchema["type"]): NonNullable<JsonSchema["type"]> {
  if (!Array.isArray(type)) return "integer";
  return type.map((one: JsonTypeName) => (one === "number" ? "integer" : one));
}
