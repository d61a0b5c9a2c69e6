/** A tool that asks for the agent that runs it. */
import { Agent } from "@runa/runtime";
import { model } from "../model.ts";
import { tools } from "../runa.tools.ts";

const agent = new Agent({
  name: "open_book",
  instructions: "You answer in one sentence.",
  model,
  tools: [tools.getAgentInstructions],
});
const run = await agent.run("What are the instructions of the agent?");
if (run.status === "error") throw run.error;
console.log(run.output);
