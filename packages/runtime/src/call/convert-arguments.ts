/** From JSON to what the function receives. */

import { ConversionError } from "../errors/conversion-error.ts";
import { errorMessage } from "../errors/error-message.ts";
import { isRunaError } from "../errors/runa-error.ts";
import { type CallInProgress, refuse, type ToolOutcome } from "./call-in-progress.ts";
import { copyArguments } from "./copy-arguments.ts";
import { refuseArguments } from "./validate-arguments.ts";

export function convertArguments(call: CallInProgress): ToolOutcome | undefined {
  const { tool } = call;
  const json = copyArguments(call.json);
  if (!tool.convert) {
    call.values = json;
    return undefined;
  }
  try {
    call.values = tool.convert(json);
    return undefined;
  } catch (error) {
    if (error instanceof ConversionError) return refuseArguments(call, [{ path: error.path, message: error.problem }]);
    if (isRunaError(error)) throw error;
    return refuse(`invalid arguments for ${tool.name}: ${errorMessage(error)}`);
  }
}
