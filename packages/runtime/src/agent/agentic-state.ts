/** The tool by which a model changes the state of its session (H14). */
import { tool } from "../binding/tool-function.ts";
import type { AnyTool } from "../tool/tool.ts";

export const updateSessionState: AnyTool = tool.fromSchema({
  name: "updateSessionState",
  description:
    "Remember values for the rest of this conversation. Each key replaces the value that it had; other keys stay.",
  parameters: {
    type: "object",
    properties: {
      updates: { type: "object", description: "The values to remember, by name", additionalProperties: true },
    },
    required: ["updates"],
    additionalProperties: false,
  },
  execute: ({ updates }: { updates: Record<string, unknown> }, ctx) => {
    Object.assign(ctx.sessionState, updates);
    return `The session state is now ${JSON.stringify(ctx.sessionState)}`;
  },
});
