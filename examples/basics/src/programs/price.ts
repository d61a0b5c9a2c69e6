/** A tool that waits: the run waits with it, and other runs of the process do not. */
import { Agent } from "@runa/runtime";
import { model } from "../model.ts";
import { tools } from "../runa.tools.ts";

const agent = new Agent({ name: "broker", model, tools: [tools.fetchPrice] });
const run = await agent.run('What is the price of an "ACME" share?');
if (run.status === "error") throw run.error;
console.log(`${run.toolCalls[0]?.name} returned ${run.toolCalls[0]?.result}`);
