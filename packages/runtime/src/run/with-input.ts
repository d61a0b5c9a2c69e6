/** What a person fills in, joined to the arguments that the model gave. */

import { UserError } from "../errors/user-error.ts";
import type { PendingCall } from "../gating/decision.ts";
import type { JsonObject } from "../manifest/index.ts";
import { validationIfLoaded } from "../validation/validator.ts";

/** @throws UserError for a field that there is not, and for arguments that do not fit the tool. */
export function withInput(
  { name, arguments: args, argument, fields = [], parameters }: PendingCall,
  values: JsonObject,
): JsonObject {
  const unknown = Object.keys(values).find((key) => !fields.some((field) => field.name === key));
  const input = argument === undefined ? { ...args, ...values } : { ...args, [argument]: values };
  const problems = parameters ? (validationIfLoaded()?.explain(parameters, "handwritten", input) ?? []) : [];
  const problem =
    unknown !== undefined
      ? `there is no field "${unknown}"; the fields are ${fields.map((field) => field.name).join(", ")}`
      : problems.map(({ path, message }) => `${path || "/"} ${message}`).join("; ");
  if (problem) throw new UserError("RUNA_INVALID_INPUT", `The input for "${name}" does not fit: ${problem}.`);
  return input;
}
