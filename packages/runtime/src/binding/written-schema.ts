/** JSON Schemas that somebody else has written, or a library has made. */
import type { OptionCheck } from "../errors/assert-options.ts";

/**
 * What any library calls a JSON Schema. Each has a type of its own for it, which need not fit ours in every keyword, so
 * it is looked at when it arrives.
 */
export type WrittenSchema = object;

/** Also refuses what is a schema, but none in JSON: its fields would be read as if they were keywords. */
export const aWrittenSchema: OptionCheck = (value) => {
  if (isForeign(value))
    return "must be a JSON Schema. Of a schema of another library take its JSON Schema, as z.toJSONSchema(…) makes one";
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? undefined : "must be a schema of the generated binding, or a JSON Schema";
};

/** Some libraries have their methods on the object, some behind it, and of some the schema is a function. */
function isForeign(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value === "function";
  // Those that put it on a JSON Schema hide it, so that the schema can be written as JSON.
  if (Object.keys(value).includes("~standard")) return true;
  return [Reflect.get(value, "parse"), ...Object.values(value)].some((part) => typeof part === "function");
}

/** The same where the value must be an object. */
export const aWrittenObjectSchema: OptionCheck = (value) => {
  const problem = aWrittenSchema(value);
  if (problem) return problem;
  const type: unknown = Reflect.get(value as object, "type");
  const found = type === undefined ? "one without a type" : JSON.stringify(type);
  return type === "object" ? undefined : `must be a JSON Schema of an object, with "type": "object", not ${found}`;
};
