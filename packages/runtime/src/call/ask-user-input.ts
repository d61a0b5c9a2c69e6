/** Arguments that a person fills in. With them, the call is held to the whole schema. */

import type { Question } from "../gating/decision.ts";
import type { JsonObject, ParametersSchema } from "../manifest/index.ts";
import type { BoundTool } from "../tool/tool.ts";
import { fieldsOf, toSchema } from "../tool/user-input.ts";
import { validationIfLoaded } from "../validation/validator.ts";
import type { CallInProgress, ToolOutcome, WaitingCall } from "./call-in-progress.ts";
import { convertArguments } from "./convert-arguments.ts";
import { refuseArguments } from "./validate-arguments.ts";

export function askUserInput(call: CallInProgress): ToolOutcome | WaitingCall | undefined {
  const { tool, toolCall, environment } = call;
  const { gate } = environment;
  if (!gate) return undefined;
  // A call that waited before stays gated, whatever the options of its tool say by now.
  const hasWaited = gate.ledger.pendingCall(toolCall.callId)?.kind === "userInput";
  if (!tool.options.requiresUserInput && !hasWaited) return undefined;
  const { input } = gate.ledger.decisionOn(toolCall.callId) ?? {};
  if (!input) return { question: questionOf(call) };
  const problems = validationIfLoaded()?.explain(parametersOf(tool, call.json), tool.schemaKind, input) ?? [];
  if (problems.length > 0) return refuseArguments(call, problems, input);
  call.json = input;
  return convertArguments(call);
}

/** The schema of the whole call; where the model has made up fields, with these. */
function parametersOf({ asks, wholeParameters }: BoundTool, json: JsonObject): ParametersSchema {
  if (!asks) return wholeParameters;
  const answers = toSchema(asks.fieldsOf(json));
  return { ...wholeParameters, properties: { ...wholeParameters.properties, [asks.argument]: answers } };
}

function questionOf({ tool, json }: CallInProgress): Question {
  const { asks, wholeParameters } = tool;
  return {
    kind: "userInput",
    fields: asks ? asks.fieldsOf(json) : fieldsOf(wholeParameters, json),
    parameters: parametersOf(tool, json),
    ...(asks && { argument: asks.argument }),
  };
}
