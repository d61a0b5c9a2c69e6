declare const integer: unique symbol;

/**
 * A whole number: `runa-gen` writes `{"type":"integer"}`. A type only: any number may be given for it in code, while a
 * model's call with a fraction is refused.
 *
 * @example
 * ```ts
 * export function repeat(text: string, times: Int): string { return text.repeat(times); }
 * ```
 */
export type Int = number & { readonly [integer]?: never };
