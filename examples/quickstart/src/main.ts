/** An agent with three tools. `question` needs two of them in one turn. */
import { Agent, type Run, type RunOptions } from "@runa/runtime";
import { tools } from "./runa.tools.ts";

export const question = "How far is it from Oslo to Tokyo, and what time is it in Tokyo?";

export const travelAgent: Agent = new Agent({
  name: "travel_agent",
  instructions: "You answer questions about cities. Use the tools; do not guess.",
  model: process.env.OPENAI_MODEL || "gpt-5.2",
  tools: [tools.getDistance, tools.getLocalTime, tools.getDaylight],
});

export function ask(message: string = question, options?: RunOptions): Promise<Run> {
  return travelAgent.printResponse(message, { stream: true, ...options });
}
