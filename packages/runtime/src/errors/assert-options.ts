/** Options are closed lists: a misspelt one that is silently ignored costs hours. */
import { closestNames } from "./closest-names.ts";
import { UserError } from "./user-error.ts";

/** What is wrong with a value, as in `must be a text`; nothing where it fits. */
export type OptionCheck = (value: unknown) => string | undefined;

/** One check for each option there is. */
export type OptionChecks<Options> = { readonly [Name in keyof Required<Options>]: OptionCheck };

/**
 * @param where Begins the message: `Agent "support"`.
 * @throws UserError for a key that is no option, or a value that does not fit. `undefined` is as good as absent.
 */
export function assertOptions<Options>(options: unknown, checks: OptionChecks<Options>, where: string): void {
  if (typeof options !== "object" || options === null)
    throw new UserError(
      "RUNA_INVALID_OPTION",
      `${where}: options must be an object, not ${options === null ? "null" : typeof options}.`,
    );
  const known: { readonly [name: string]: OptionCheck } = checks;
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!check) {
      const names = Object.keys(known);
      const near = closestNames(name, names, 1)[0];
      throw new UserError(
        "RUNA_UNKNOWN_OPTION",
        `${where} has no option "${name}"${near ? `; did you mean "${near}"?` : "."} Its options are ${names.join(", ")}.`,
      );
    }
    const problem = value === undefined ? undefined : check(value);
    if (problem) throw new UserError("RUNA_INVALID_OPTION", `${where}: option "${name}" ${problem}.`);
  }
}

/** For whoever puts options over others: one that is `undefined` takes nothing away, a gate least of all. */
export function withoutUndefined<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}

export const aText: OptionCheck = (value) => (typeof value === "string" && value !== "" ? undefined : "must be a text");

export const aTextOrEmpty: OptionCheck = (value) => (typeof value === "string" ? undefined : "must be a text");

export const aBoolean: OptionCheck = (value) => (typeof value === "boolean" ? undefined : "must be true or false");

/** `Infinity` says that there is no limit. */
export const aCount: OptionCheck = (value) =>
  typeof value === "number" && value >= 1 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)
    ? undefined
    : "must be a whole number from 1";

/** Node's timers hold no more than 2^31 - 1. */
export const aDuration: OptionCheck = (value) =>
  typeof value === "number" && value > 0 && value < 2 ** 31 ? undefined : "must be a number of milliseconds above 0";

export const aNumberFromZero: OptionCheck = (value) =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? undefined : "must be a number from 0";

export const aFunction: OptionCheck = (value) => (typeof value === "function" ? undefined : "must be a function");

export const aListOfFunctions: OptionCheck = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === "function") ? undefined : "must be a list of functions";

export const aListOfTexts: OptionCheck = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === "string") ? undefined : "must be a list of texts";

export const anObject: OptionCheck = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? undefined : "must be an object";

export const anything: OptionCheck = () => undefined;
