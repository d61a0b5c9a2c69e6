/** Three calls of one answer run side by side, and their results come back in the order of the calls. */
import { Agent } from "@runa/runtime";
import { model } from "../model.ts";
import { tools } from "../runa.tools.ts";

const agent = new Agent({ name: "worker", model, tools: [tools.atask1, tools.atask2, tools.atask3] });
const started = performance.now();
const run = await agent.run("Run the first task, the second task and the third task, with a delay of 3 seconds.");
if (run.status === "error") throw run.error;
console.log(run.output);
console.log(`All took ${((performance.now() - started) / 1000).toFixed(1)} s.`);
