/** What may be said of a tool beside its function: a closed list, checked when the tool is made. */
import { closestNames } from "../errors/closest-names.ts";
import { UserError } from "../errors/user-error.ts";
import { TOOL_NAME_PATTERN } from "../manifest/index.ts";

/**
 * Options of `tool(fn, options)` and of `tools.x.with(options)`.
 *
 * `_Arguments` are the converted arguments of the tool, for options that look at them.
 */
export interface ToolOptions<_Arguments = Record<string, unknown>> {
  /** What the model calls the tool. A literal in `tool(fn, …)`, because `runa-gen` reads it. */
  readonly name?: string;
  /** What the model is told; wins over the doc comment. A literal in `tool(fn, …)`. */
  readonly description?: string;
  /** Ask the provider to hold the model to the schema, where it can. A literal in `tool(fn, …)`. */
  readonly strict?: boolean;
  /** Milliseconds; afterwards the call's signal is aborted and the model is told. */
  readonly timeout?: number;
  /** Calls of this tool in one answer run one after another. */
  readonly sequential?: boolean;
  /** Longest model text; head and tail are kept. Default: the agent's. */
  readonly maxResultChars?: number;
}

type Check = (value: unknown) => string | undefined;

const aBoolean: Check = (value) => (typeof value === "boolean" ? undefined : "must be true or false");
const aString: Check = (value) => (typeof value === "string" ? undefined : "must be a string");
const aPositiveNumber: Check = (value) =>
  typeof value === "number" && value > 0 ? undefined : "must be a number above 0";
const aToolName: Check = (value) =>
  typeof value === "string" && TOOL_NAME_PATTERN.test(value) ? undefined : `must match ${TOOL_NAME_PATTERN.source}`;

const CHECKS: { readonly [Name in keyof Required<ToolOptions>]: Check } = {
  name: aToolName,
  description: aString,
  strict: aBoolean,
  timeout: aPositiveNumber,
  sequential: aBoolean,
  maxResultChars: aPositiveNumber,
};

/** @throws UserError for a key that is no option, or a value that does not fit. `where` begins the message. */
export function assertToolOptions(options: object, where: string): void {
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name as keyof ToolOptions] : undefined;
    if (!check) {
      const near = closestNames(name, Object.keys(CHECKS), 1)[0];
      throw new UserError(
        "RUNA_UNKNOWN_OPTION",
        `${where} has no option "${name}"${near ? `; did you mean "${near}"?` : "."} Its options are ${Object.keys(CHECKS).join(", ")}.`,
      );
    }
    const problem = value === undefined ? undefined : check(value);
    if (problem) throw new UserError("RUNA_INVALID_OPTION", `${where}: option "${name}" ${problem}.`);
  }
}
