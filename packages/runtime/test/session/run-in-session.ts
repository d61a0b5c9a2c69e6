/** One run in a SQLite file, for a process with limits of its own: `run-in-session.ts <file> <length of the message>`. */
import { Agent, isRunaError } from "@runa/runtime";
import { SQLiteDb } from "@runa/runtime/sqlite";
import { ScriptedModel } from "@runa/runtime/testing";

const [file = "", length = "1"] = process.argv.slice(2);
const db = new SQLiteDb({ dbFile: file });
const agent = new Agent({ name: "clerk", model: new ScriptedModel(["fine"]), db });
const { status, error } = await agent.run("x".repeat(Number(length)), { sessionId: "s" });
console.log(JSON.stringify({ status, message: error?.message, code: isRunaError(error) ? error.code : undefined }));
await db.close();
