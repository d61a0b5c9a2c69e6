/** What the shopping list shows in processes that follow each other (T2; H4, H5, H6, H11). */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "runa-shopping-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function shop(...items: string[]): Promise<string[]> {
  const { OPENAI_API_KEY: _, ...env } = process.env;
  const program = "examples/shopping-list/src/main.ts";
  const args = ["--conditions=@runa/source", "--import", "tsx", program, join(folder, "agents.db"), ...items];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  return stdout.trim().split("\n");
}

it("a list that one process began is there in the next, in instructions, state and conversation", async () => {
  expect(await shop("milk", "eggs", "bread")).toEqual([
    'On the list: ["milk","eggs","bread"]',
    'Session state: ["milk","eggs","bread"]',
    "Items in the conversation: 6",
  ]);
  expect(await shop("tea")).toEqual([
    'On the list: ["milk","eggs","bread","tea"]',
    'Session state: ["milk","eggs","bread","tea"]',
    "Items in the conversation: 10",
  ]);
  expect(await shop()).toEqual(['Session state: ["milk","eggs","bread","tea"]', "Items in the conversation: 10"]);
});
