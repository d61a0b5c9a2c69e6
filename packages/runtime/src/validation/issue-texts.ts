/** One keyword, one text: what ajv found, in words that say what was expected and what was there. */
import type { ErrorObject } from "ajv/dist/2020.js";
import { closestNames } from "../errors/closest-names.ts";
import type { JsonSchema } from "../manifest/index.ts";
import { alternatives, describeValue, listChoices, quote, typeOf } from "./describe-value.ts";
import type { Problem } from "./validator.ts";

/** An issue of the explaining validator: `verbose` adds the schema that the keyword stands in, and the value. */
interface Issue {
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema: JsonSchema;
  readonly value: unknown;
}

type Text = (issue: Issue) => string;

const FORMATS: { readonly [format: string]: string } = {
  "date-time": "a date and time with a zone, such as 2026-01-31T12:00:00Z",
  date: "a date such as 2026-01-31",
  time: "a time with a zone, such as 12:00:00Z",
  duration: "a duration such as P1DT2H",
  email: "an e-mail address",
  uri: "a URI such as https://example.com/page",
  uuid: "a UUID",
};

const TEXTS: { readonly [keyword: string]: Text } = {
  type: ({ params, value }) => {
    const expected = String(params.type).split(",");
    const scalar = !expected.some((type) => type === "object" || type === "array");
    return `must be ${alternatives(expected)}, not ${scalar ? describeValue(value) : typeOf(value)}`;
  },
  enum: ({ params, value }) => `must be ${oneOf(asList(params.allowedValues))}, not ${quote(value)}`,
  const: ({ params, value }) => `must be ${quote(params.allowedValue)}, not ${quote(value)}`,
  required: ({ params }) => `must have property '${String(params.missingProperty)}'`,
  dependentRequired: ({ params }) =>
    `must have property '${String(params.missingProperty)}' beside '${String(params.property)}'`,
  additionalProperties: ({ params, schema }) => unknownProperty(String(params.additionalProperty), schema),
  unevaluatedProperties: ({ params, schema }) => unknownProperty(String(params.unevaluatedProperty), schema),
  minimum: ({ params, value }) => `must be at least ${String(params.limit)}, not ${quote(value)}`,
  maximum: ({ params, value }) => `must be at most ${String(params.limit)}, not ${quote(value)}`,
  exclusiveMinimum: ({ params, value }) => `must be more than ${String(params.limit)}, not ${quote(value)}`,
  exclusiveMaximum: ({ params, value }) => `must be less than ${String(params.limit)}, not ${quote(value)}`,
  multipleOf: ({ params, value }) => `must be a multiple of ${String(params.multipleOf)}, not ${quote(value)}`,
  minLength: ({ params, value }) => `must be at least ${count(params.limit, "character")} long, not ${quote(value)}`,
  maxLength: ({ params, value }) => `must be at most ${count(params.limit, "character")} long, not ${lengthOf(value)}`,
  pattern: ({ params, value }) => `must match the pattern ${String(params.pattern)}, not ${quote(value)}`,
  format: ({ params, value }) =>
    `must be ${FORMATS[String(params.format)] ?? `in the format ${String(params.format)}`}, not ${quote(value)}`,
  minItems: ({ params, value }) => `must have at least ${count(params.limit, "item")}, not ${lengthOf(value)}`,
  maxItems: ({ params, value }) => `must have at most ${count(params.limit, "item")}, not ${lengthOf(value)}`,
  // `items: false` behind `prefixItems`: a tuple that is too long.
  items: ({ params, value }) => `must have at most ${count(params.limit, "item")}, not ${lengthOf(value)}`,
  uniqueItems: ({ params }) => {
    const [first, second] = [Number(params.i), Number(params.j)].sort((a, b) => a - b);
    return `must not hold an item twice (items ${first} and ${second} are equal)`;
  },
  minProperties: ({ params }) => `must have at least ${count(params.limit, "property", "properties")}`,
  maxProperties: ({ params }) => `must have at most ${count(params.limit, "property", "properties")}`,
  "false schema": () => "must not be given",
  not: () => "is a value that is excluded here",
};

export function textOfIssue(error: ErrorObject): Problem {
  const brief = inBrief(error);
  const text = Object.hasOwn(TEXTS, error.keyword) ? TEXTS[error.keyword] : undefined;
  if (!text) return brief;
  const schema = (error.parentSchema ?? {}) as JsonSchema;
  return { ...brief, message: text({ params: error.params, schema, value: error.data }) };
}

/** In the words of ajv, which cost nothing. */
export function inBrief({ instancePath, keyword, message = `fails ${keyword}`, params }: ErrorObject): Problem {
  const unknown: unknown = params.additionalProperty ?? params.unevaluatedProperty;
  const { missingProperty } = params;
  return {
    path: instancePath,
    message,
    ...(typeof unknown === "string" && { unknownProperty: unknown }),
    ...(typeof missingProperty === "string" && { missingProperty }),
  };
}

/** `"a"`, or `one of "a", "b"`. */
export function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? quote(values[0]) : `one of ${listChoices(values)}`;
}

function unknownProperty(name: string, schema: JsonSchema): string {
  const known = Object.keys(schema.properties ?? {});
  const near = closestNames(name, known, 1)[0];
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  const allowed = known.length > 0 ? `(allowed: ${listChoices(known, String)})` : "(none is allowed)";
  return `has unknown property '${shown}'${near ? `, did you mean '${near}'?` : ""} ${allowed}`;
}

function count(limit: unknown, one: string, many: string = `${one}s`): string {
  return `${String(limit)} ${limit === 1 ? one : many}`;
}

function lengthOf(value: unknown): string {
  if (typeof value === "string") return String([...value].length);
  return Array.isArray(value) ? String(value.length) : typeOf(value);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
