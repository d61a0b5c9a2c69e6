/** Of the handoffs in one answer the first counts; a conversation has one agent at a time. */
import { type CallInProgress, refuse, type ToolOutcome } from "./call-in-progress.ts";

export function chooseHandoff({ toolCall, environment: { handover } }: CallInProgress): ToolOutcome | undefined {
  const target = handover?.targets.get(toolCall.name);
  if (!handover || !target) return undefined;
  if (handover.to !== undefined) return refuse(`already transferred to ${handover.to}`);
  handover.to = target.agentName;
  return undefined;
}
