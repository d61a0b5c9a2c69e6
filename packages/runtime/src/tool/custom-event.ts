/** Something that a tool tells whoever watches the run, and not the model. */

const brand = Symbol.for("runa.custom-event");

export interface CustomEvent {
  readonly name: string;
  readonly data: unknown;
}

/**
 * For generator tools: what is yielded becomes an event of type `custom` and no part of the text.
 *
 * @example
 * ```ts
 * yield customEvent({ name: "progress", data: { done: 3, of: 10 } });
 * ```
 */
export function customEvent(event: CustomEvent): CustomEvent {
  return Object.defineProperty({ ...event }, brand, { value: true });
}

export function isCustomEvent(value: unknown): value is CustomEvent {
  return typeof value === "object" && value !== null && brand in value;
}
