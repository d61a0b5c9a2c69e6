/** Holds the arguments to the schema that the model was shown. No default is filled in, and nothing coerced unless asked for. */
import { errorMessage } from "../errors/error-message.ts";
import { isRunaError, type RunaError } from "../errors/runa-error.ts";
import { UserError } from "../errors/user-error.ts";
import type { JsonObject } from "../manifest/index.ts";
import { unescapePointer } from "../manifest/json-pointer.ts";
import { loadValidation, type Problem, type Validation, validationIfLoaded } from "../validation/validator.ts";
import { type CallInProgress, refuse, type ToolOutcome } from "./call-in-progress.ts";
import { coerceArguments } from "./coerce-arguments.ts";

const MOST_PROBLEMS = 20;
const MOST_PARTS = 20;
const LONGEST_PART = 100;

export function validateArguments(call: CallInProgress): ToolOutcome | undefined | Promise<ToolOutcome | undefined> {
  const validation = validationIfLoaded();
  return validation ? validate(call, validation) : loadValidation().then((loaded) => validate(call, loaded));
}

function validate(call: CallInProgress, validation: Validation): ToolOutcome | undefined {
  const { tool, environment } = call;
  const schema = tool.definition.parameters;
  try {
    if (validation.accepts(schema, tool.schemaKind, call.json)) return undefined;
    if (environment.coerceArguments) {
      const { json, paths } = coerceArguments(schema, call.json);
      call.json = json;
      call.coerced = paths;
      if (validation.accepts(schema, tool.schemaKind, json)) return undefined;
    }
    let problems = validation.explain(schema, tool.schemaKind, call.json);
    if (environment.unknownArguments === "drop") {
      const reduced = withoutUnknown(call.json, problems);
      if (validation.accepts(schema, tool.schemaKind, reduced)) {
        call.json = reduced;
        return undefined;
      }
      problems = validation.explain(schema, tool.schemaKind, reduced);
    }
    return refuseArguments(call, problems);
  } catch (error) {
    if (isRunaError(error)) throw named(tool.name, error);
    // Arguments can nest deeper than a recursive schema's validator can call itself.
    return refuse(`invalid arguments for ${tool.name}: ${errorMessage(error)}`);
  }
}

/** A schema does not know whose it is. */
function named(name: string, error: RunaError): RunaError {
  if (error.code !== "RUNA_INVALID_SCHEMA") return error;
  return new UserError("RUNA_INVALID_SCHEMA", `Tool "${name}": ${error.message}`, { cause: error });
}

/** @param json What the problems are about. */
export function refuseArguments(
  { tool, environment, json: own }: CallInProgress,
  problems: readonly Problem[],
  json: JsonObject = own,
): ToolOutcome {
  const isHidden = environment.redaction.hiddenPlaces(tool, json);
  const shown = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ path, message }) => `${shownPath(path)} ${isHidden(path) ? withoutValue(message) : message}`);
  if (problems.length > MOST_PROBLEMS) shown.push(`and ${problems.length - MOST_PROBLEMS} more`);
  return refuse(`invalid arguments for ${tool.name}: ${shown.join("; ")}`);
}

/** What is wrong, without the value that is: texts end with it. */
function withoutValue(message: string): string {
  return message.split(", not ", 1)[0] ?? "";
}

/** A model may make up keys of any length. */
function shownPath(path: string): string {
  if (path.length <= LONGEST_PART) return path || "/";
  const parts = path.split("/").map((part) => shortened(part));
  if (parts.length <= MOST_PARTS) return parts.join("/");
  return [...parts.slice(0, MOST_PARTS / 2), "…", ...parts.slice(-MOST_PARTS / 2)].join("/");
}

function shortened(part: string): string {
  return part.length > LONGEST_PART ? `${part.slice(0, LONGEST_PART)}…` : part;
}

/** A copy without the properties that closed objects do not know. */
function withoutUnknown(json: JsonObject, problems: readonly Problem[]): JsonObject {
  const copy = structuredClone(json);
  for (const { path, unknownProperty } of problems) {
    if (unknownProperty === undefined) continue;
    let owner: unknown = copy;
    for (const part of path.split("/").slice(1)) {
      owner = typeof owner === "object" && owner !== null ? Reflect.get(owner, unescapePointer(part)) : undefined;
    }
    if (typeof owner === "object" && owner !== null) Reflect.deleteProperty(owner, unknownProperty);
  }
  return copy;
}
