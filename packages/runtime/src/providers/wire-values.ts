/** Narrowing of what came over the wire: nothing there is certain. */

export interface WireObject {
  readonly [key: string]: unknown;
}

export function isObject(value: unknown): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): WireObject {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function countOf(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}
