import type { JsonObject } from "../manifest/index.ts";

/**
 * For the function, which may change what it is given: what the model wrote has to stay known. Arguments that are deeper
 * than the stack are shared.
 */
export function copyArguments(json: JsonObject): JsonObject {
  try {
    return copy(json) as JsonObject;
  } catch (error) {
    if (error instanceof RangeError) return json;
    throw error;
  }
}

function copy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  const made: Record<string, unknown> = { ...value };
  for (const key of Object.keys(made)) {
    const inner = made[key];
    if (typeof inner === "object" && inner !== null) made[key] = copy(inner);
  }
  return made;
}
