/** What the caller gives to the run reaches the tool, and never the model. */
import { Agent } from "@runa/runtime";
import { model } from "../model.ts";
import { tools } from "../runa.tools.ts";
import type { UserContext } from "../tools/surroundings.ts";

const agent = new Agent<UserContext>({ name: "greeter", model, tools: [tools.whoami] });
const run = await agent.run("What is the name of the user?", { context: { userName: "Ada" } });
if (run.status === "error") throw run.error;
console.log(`properties: ${JSON.stringify(tools.whoami.definition.parameters.properties)}`);
console.log(run.output);
