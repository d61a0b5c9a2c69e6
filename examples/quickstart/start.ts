/** `npm start`: generates the definitions, shows them, and lets the agent answer a question. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startStandInModel } from "../stand-in-model.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

function runaGen(...args: string[]): void {
  console.log(`$ runa-gen ${args.join(" ")}`.trimEnd());
  const bin = fileURLToPath(new URL("../bin/runa-gen.js", import.meta.resolve("@runa/codegen")));
  const { status } = spawnSync(process.execPath, [bin, ...args], { cwd: folder, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

runaGen();
runaGen("list");

const hasModel = Boolean(process.env.OPENAI_API_KEY || process.env.OPENAI_BASE_URL);
const standIn = hasModel ? undefined : await startStandInModel();
if (standIn) {
  process.env.OPENAI_BASE_URL = standIn.url;
  console.log(`\nNo OPENAI_API_KEY: a stand-in at ${standIn.url} answers.`);
  console.log("It is no language model: it picks tools by matching words.");
}

// Imported only now: the binding that it imports was written above.
const { ask, question } = await import("./src/main.ts");
const message = process.argv.slice(2).join(" ") || question;
console.log(`\n> ${message}\n`);
const run = await ask(message);
await standIn?.close();
if (run.status !== "completed") process.exitCode = 1;
