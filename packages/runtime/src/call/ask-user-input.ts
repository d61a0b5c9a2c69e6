/** Stage 10: arguments that a person fills in. With them, the call is held to the whole schema. */

import type { Question } from "../gating/decision.ts";
import { fieldsOf } from "../tool/user-input.ts";
import { validationIfLoaded } from "../validation/validator.ts";
import type { CallInProgress, ToolOutcome, WaitingCall } from "./call-in-progress.ts";
import { convertArguments } from "./convert-arguments.ts";
import { refuseArguments } from "./validate-arguments.ts";

export function askUserInput(call: CallInProgress): ToolOutcome | WaitingCall | undefined {
  const { tool, toolCall, environment } = call;
  const { gate } = environment;
  if (!tool.options.requiresUserInput || !gate) return undefined;
  const { input } = gate.ledger.decisionOn(toolCall.callId) ?? {};
  if (!input) return { question: questionOf(call) };
  const problems = validationIfLoaded()?.explain(tool.wholeParameters, tool.schemaKind, input) ?? [];
  if (problems.length > 0) return refuseArguments(tool.name, problems);
  call.json = input;
  return convertArguments(call);
}

function questionOf({ tool, json }: CallInProgress): Question {
  const { asks, wholeParameters: parameters } = tool;
  return {
    kind: "userInput",
    fields: asks ? asks.fieldsOf(json) : fieldsOf(parameters, json),
    parameters,
    ...(asks && { argument: asks.argument }),
  };
}
