/** Values and types in the words that a model reads. */

const LONGEST_QUOTE = 40;
const MOST_CHOICES = 20;

/** JSON Schema's name of a value's type; an integer is a number. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

/** The value itself where it is short, else its type. */
export function describeValue(value: unknown): string {
  const type = typeOf(value);
  if (type === "object" || type === "array" || type === "null" || value === undefined) return type;
  const text = quote(value);
  return text.length > LONGEST_QUOTE ? type : `${type} ${text}`;
}

/** As JSON, shortened. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}

/** `"a", "b", …`: at most twenty. */
export function listChoices(values: readonly unknown[], format: (value: unknown) => string = quote): string {
  const shown = values.slice(0, MOST_CHOICES).map(format);
  if (values.length > MOST_CHOICES) shown.push("…");
  return shown.join(", ");
}

/** `string, number or null`. */
export function alternatives(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const last = distinct.pop() ?? "";
  return distinct.length > 0 ? `${distinct.join(", ")} or ${last}` : last;
}
