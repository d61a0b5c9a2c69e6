/** A result with an image: the model is shown it behind the results, the program finds it on the run. */
import { Agent } from "@runa/runtime";
import { model } from "../model.ts";
import { tools } from "../runa.tools.ts";

const agent = new Agent({ name: "painter", model, tools: [tools.generateImage] });
const run = await agent.run('Generate an image of "a red dot".');
if (run.status === "error") throw run.error;
console.log(run.output);
for (const image of run.images) console.log(`${image.mimeType}, ${(await image.bytes()).length} bytes`);
