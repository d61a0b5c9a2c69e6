/** Values as they stand in a column of text. */
import { StoreError } from "../../errors/store-error.ts";
import type { JsonObject } from "../../manifest/index.ts";
import type { Item } from "../../model/item.ts";
import type { RecordedResult } from "../../model/recorded-result.ts";

export function toColumn(value: object): string {
  return JSON.stringify(value);
}

export function readItem(column: unknown, place: string): Item {
  // Written by `toColumn`; a store is trusted to give back what it was given.
  return readObject(column, place) as unknown as Item;
}

export function readResult(column: unknown, place: string): RecordedResult {
  return readObject(column, place) as unknown as RecordedResult;
}

/** @throws StoreError for what is no JSON object. */
export function readObject(column: unknown, place: string): JsonObject {
  let cause: unknown;
  try {
    const value: unknown = typeof column === "string" ? JSON.parse(column) : undefined;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch (error) {
    cause = error;
  }
  throw new StoreError({ failure: "unreadable", place, detail: "a row holds what is no JSON object", cause });
}
