/** A function in place of the list of tools: it chooses them when a run starts, by who asks. */
import { Agent, type ToolFactory } from "@runa/runtime";
import { model } from "../model.ts";
import { tools } from "../runa.tools.ts";

const toolsForUser: ToolFactory = ({ sessionState: { role } }) => {
  const chosen = [
    tools.searchWeb,
    ...(role === "admin" ? [tools.searchInternalDocs] : []),
    ...(role === "admin" || role === "finance" ? [tools.getAccountBalance] : []),
  ];
  console.log(`${role}: ${chosen.map(({ name }) => name).join(", ")}`);
  return chosen;
};

const agent = new Agent({ name: "assistant", model, tools: toolsForUser });
for (const role of ["viewer", "admin"]) {
  const run = await agent.run("What is the balance of the account?", { sessionState: { role } });
  if (run.status === "error") throw run.error;
  if (role === "admin") console.log(run.output);
}
