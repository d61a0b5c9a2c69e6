/**
 * A shopping list that outlives its process: `main.ts <file> [item…]` adds items by way of the agent, and prints the list
 * as the session has it. Run it twice.
 */
import { Agent, type Model } from "@runa/runtime";
import { SQLiteDb } from "@runa/runtime/sqlite";
import { ScriptedModel } from "@runa/runtime/testing";
import { tools } from "./runa.tools.ts";

const [dbFile = "tmp/agents.db", ...items] = process.argv.slice(2);

const agent = new Agent({
  name: "shopping_agent",
  model: process.env.OPENAI_API_KEY ? "gpt-5.2" : standIn(),
  instructions: "You manage a shopping list. It holds {shoppingList} at the moment.",
  tools: [tools.addItem],
  db: new SQLiteDb({ dbFile }),
  sessionState: { shoppingList: [] },
});

if (items.length > 0) {
  const run = await agent.run(`Add ${items.join(", ")} to the shopping list`, { sessionId: "ada" });
  console.log(run.status === "completed" ? run.output : run.error?.message);
}
const { shoppingList } = await agent.getSessionState({ sessionId: "ada" });
console.log(`Session state: ${JSON.stringify(shoppingList)}`);
const history = (await agent.db?.store.readItems("ada")) ?? [];
console.log(`Items in the conversation: ${history.length}`);

/** Where there is no key: does what it is asked, and reads the list from its instructions. */
function standIn(): Model {
  return new ScriptedModel([
    {
      toolCalls: items.map((item, index) => ({
        name: "addItem",
        arguments: { item },
        callId: `${process.pid}-${index}`,
      })),
    },
    ({ instructions }) => instructions.replace(/^.*It holds (.*) at the moment\.$/s, "On the list: $1"),
  ]);
}
