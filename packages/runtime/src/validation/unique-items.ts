/**
 * `uniqueItems` in time that grows with the length of the list. ajv compares lists of objects pair by pair: 20 000 objects,
 * which a model can send, keep a process busy for a minute.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#name-uniqueitems
 */
import type { ErrorObject, FuncKeywordDefinition } from "ajv/dist/2020.js";

/** ajv reads the issues of a keyword from the function itself. */
interface Check {
  (isUnique: boolean, items: readonly unknown[]): boolean;
  errors?: Partial<ErrorObject>[];
}

const validate: Check = (isUnique: boolean, items: readonly unknown[]): boolean => {
  const duplicate = isUnique ? findDuplicate(items) : undefined;
  if (!duplicate) return true;
  const { i, j } = duplicate;
  const message = `must NOT have duplicate items (items ## ${j} and ${i} are identical)`;
  validate.errors = [{ keyword: "uniqueItems", message, params: { i, j } }];
  return false;
};

export const UNIQUE_ITEMS: FuncKeywordDefinition = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  validate,
};

function findDuplicate(items: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const seen = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const key = canonicalText(item);
    const j = seen.get(key);
    if (j !== undefined) return { i, j };
    seen.set(key, i);
  }
  return undefined;
}

/** Equal for equal JSON values, whatever the order of their keys. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
