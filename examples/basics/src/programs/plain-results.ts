/** A number, a record and a list as results: what the function returned, and what the model reads. */
import { Agent } from "@runa/runtime";
import { model } from "../model.ts";
import { tools } from "../runa.tools.ts";

const agent = new Agent({ name: "clerk", model, tools: [tools.calculateSum, tools.getUser, tools.listProducts] });
const run = await agent.run("What is the sum of 2 and 3? Which user has the number 7? Which products are for sale?");
if (run.status === "error") throw run.error;
for (const { name, text } of run.toolCalls) console.log(`${name}: ${text}`);
