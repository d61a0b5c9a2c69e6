/** From a name to a tool. */
import { closestNames } from "../errors/closest-names.ts";
import { type CallInProgress, refuse, type ToolOutcome } from "./call-in-progress.ts";

const MOST_NEAR = 3;
const MOST_KNOWN = 20;

export function findTool(call: CallInProgress): ToolOutcome | undefined {
  const { name } = call.toolCall;
  const tool = call.environment.tools.get(name);
  if (tool) {
    call.tool = tool;
    return undefined;
  }
  if (call.environment.gate?.ledger.pendingCall(call.toolCall.callId))
    return refuse(`tool ${name} is no longer available`);
  const known = [...call.environment.tools.keys()];
  if (name === "") return refuse(`the call names no tool. ${listKnown(known)}`);
  const near = closestNames(name, known, MOST_NEAR);
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  const suggestion = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
  return refuse(`unknown tool ${shown}.${suggestion} ${listKnown(known)}`);
}

function listKnown(known: readonly string[]): string {
  if (known.length === 0) return "There are no tools.";
  const more = known.length > MOST_KNOWN ? `, and ${known.length - MOST_KNOWN} more` : "";
  return `The tools are ${known.slice(0, MOST_KNOWN).join(", ")}${more}.`;
}
