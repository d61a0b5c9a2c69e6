/** All codes by name. A group of hundreds is a file in `codes/`. */
import { declarationsCodes } from "./codes/declarations.ts";
import { dialectsCodes } from "./codes/dialects.ts";
import { executionCodes } from "./codes/execution.ts";
import { formsCodes } from "./codes/forms.ts";
import { outputsCodes } from "./codes/outputs.ts";
import { typesCodes } from "./codes/types.ts";

type Codes = typeof declarationsCodes &
  typeof formsCodes &
  typeof typesCodes &
  typeof executionCodes &
  typeof outputsCodes &
  typeof dialectsCodes;

export const CODES: Codes = {
  ...declarationsCodes,
  ...formsCodes,
  ...typesCodes,
  ...executionCodes,
  ...outputsCodes,
  ...dialectsCodes,
};

export type CodeName = keyof Codes;

export type FactsOf<Name extends CodeName> = Parameters<Codes[Name]["message"]>[0];
