/** From the option `guardrails` to two lists, each in its order. */
import { UserError } from "../errors/user-error.ts";
import { type Guardrail, type GuardrailSide, type GuardrailsOption, sideOf } from "../tool/gates.ts";

export interface Guardrails {
  readonly input: readonly GuardrailSide[];
  readonly output: readonly GuardrailSide[];
}

const NO_GUARDRAILS: Guardrails = Object.freeze({ input: [], output: [] });

const resolved = new WeakMap<GuardrailsOption, Guardrails>();

/**
 * @param where Begins the message: `Agent "support"`.
 * @throws UserError for an entry that is no guardrail, and for one that a group puts on its other side.
 */
export function resolveGuardrails(option: GuardrailsOption | undefined, where: string): Guardrails {
  if (option === undefined) return NO_GUARDRAILS;
  const known = resolved.get(option);
  if (known) return known;
  const input: GuardrailSide[] = [];
  const output: GuardrailSide[] = [];
  const sides = { input, output };
  const add = (entry: unknown, key?: "input" | "output"): void => {
    const side = sideOf(entry);
    if (side === undefined || (key !== undefined && side !== "both" && side !== key))
      throw notAGuardrail(where, entry, key);
    if (side !== "both") sides[side].push(entry as GuardrailSide);
    else
      for (const which of key ? [key] : (["input", "output"] as const)) sides[which].push((entry as Guardrail)[which]);
  };
  for (const entry of Array.isArray(option) ? option : [option]) {
    if (!isGroup(entry)) add(entry);
    else for (const key of ["input", "output"] as const) for (const one of entry[key] ?? []) add(one, key);
  }
  const guardrails = { input, output };
  resolved.set(option, guardrails);
  return guardrails;
}

function isGroup(
  entry: unknown,
): entry is { readonly input?: readonly unknown[]; readonly output?: readonly unknown[] } {
  if (typeof entry !== "object" || entry === null || sideOf(entry) !== undefined) return false;
  const entries = Object.entries(entry);
  return (
    entries.length > 0 && entries.every(([key, list]) => (key === "input" || key === "output") && Array.isArray(list))
  );
}

function notAGuardrail(where: string, entry: unknown, key: "input" | "output" | undefined): UserError {
  const side = sideOf(entry);
  const what =
    side !== undefined
      ? `puts the ${side} side of the guardrail "${(entry as GuardrailSide).name}" into its ${key} list`
      : `has ${typeof entry === "function" ? "a bare function" : describe(entry)} among its guardrails`;
  return new UserError(
    "RUNA_NOT_A_GUARDRAIL",
    `${where} ${what}. Entries are what guardrail(fn, { name }) gives, or its .input or .output; groups are { input: […], output: […] }.`,
  );
}

function describe(entry: unknown): string {
  return typeof entry === "object" && entry !== null ? "an object that is none" : String(entry);
}
