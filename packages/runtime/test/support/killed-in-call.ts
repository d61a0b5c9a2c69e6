/** A process that is killed while a call runs: `killed-in-call.ts <file> free|gated`. */
import { Agent, tool } from "@runa/runtime";
import { SQLiteSession } from "@runa/runtime/sqlite";
import { ScriptedModel } from "@runa/runtime/testing";

const [dbFile = "", how = ""] = process.argv.slice(2);
const session = new SQLiteSession("s", { dbFile });
const pay = tool.fromSchema({
  name: "pay",
  description: "",
  parameters: { type: "object", properties: {} },
  needsApproval: how === "gated",
  execute: () => process.kill(process.pid, "SIGKILL"),
});
const agent = new Agent({ name: "clerk", model: new ScriptedModel([{ toolCalls: [{ name: "pay" }] }]), tools: [pay] });
const run = await agent.run("go", { session });
const state = run.toState();
state.approve("call_1");
await agent.run(state, { session });
