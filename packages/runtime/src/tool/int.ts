declare const integer: unique symbol;

/**
 * A number without a fraction, as the type of a parameter: `runa-gen` writes `{"type":"integer"}` for it. Any number can
 * be assigned to it, so a function that takes one is called from code as before.
 *
 * @example
 * ```ts
 * export function rollDice(sides: Int): Int { … }
 * ```
 */
export type Int = number & { readonly [integer]?: "integer" };
