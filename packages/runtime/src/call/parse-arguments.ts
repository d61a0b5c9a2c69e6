/** From the text that the model wrote to a JSON object. Values are never rewritten. */
import { errorMessage } from "../errors/error-message.ts";
import type { JsonObject } from "../manifest/index.ts";
import { type CallInProgress, refuse, type ToolOutcome } from "./call-in-progress.ts";

export function parseArguments(call: CallInProgress): ToolOutcome | undefined {
  const { argumentsText, name } = call.toolCall;
  if (argumentsText.trim() === "") return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(argumentsText);
  } catch (error) {
    // The message quotes the text.
    const mayQuote = call.environment.redaction.mayShowText(call.knownTool);
    const reason = errorMessage(error);
    return refuse(`invalid JSON arguments${mayQuote ? `: ${reason}` : ""}`);
  }
  if (parsed === null) return undefined;
  if (Array.isArray(parsed)) {
    // Some models write an empty list for "no arguments".
    const required = call.environment.tools.get(name)?.definition.parameters.required ?? [];
    return parsed.length === 0 && required.length === 0 ? undefined : refuseNonObject();
  }
  if (typeof parsed !== "object") return refuseNonObject();
  call.json = parsed as JsonObject;
  return undefined;
}

function refuseNonObject(): ToolOutcome {
  return refuse("tool arguments must be a JSON object");
}
