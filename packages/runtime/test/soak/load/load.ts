/** Eight processes at once in the same fifty sessions, on each database: nothing is lost, and nothing happens twice. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repairHistory } from "../../../src/model/repair-history.ts";
import { SqlStore } from "../../../src/session/sql/sql-store.ts";
import { StoredSession } from "../../../src/session/stored-session.ts";
import { bundleProgram } from "../sessions/bundle.ts";
import { createDatabases, type DatabaseAddress, openDriver } from "../sessions/database.ts";
import { Problems, type Soak, type SoakOptions, type SoakOutcome } from "../soak.ts";
import type { LoadTask } from "./child.ts";
import { createAgent, resumeOldest } from "./clerk.ts";

const PROCESSES = 8;
const SESSIONS = 50;

export const LOAD: Soak = { unit: "seconds", count: 60, run: loadAll };

async function loadAll({ count: seconds, seed, onProgress }: SoakOptions): Promise<SoakOutcome> {
  const { folder, databases, leftOut, close } = await createDatabases();
  const child = await bundleProgram(new URL("child.ts", import.meta.url));
  const problems = new Problems();
  const facts: Record<string, string> = {};
  try {
    for (const { name, address } of databases) {
      onProgress?.({ done: 0, problems: problems.count, note: name });
      const files = Array.from({ length: PROCESSES }, (_, index) => join(folder, `${name}-${index}.log`));
      const effects = join(folder, `${name}-effects`);
      for (const file of [...files, effects]) writeFileSync(file, "");
      const tasks = files.map((log, index) => ({
        address,
        name: `p${index}`,
        seed: seed + index * 100,
        sessions: SESSIONS,
        milliseconds: seconds * 1000,
        log,
        effects,
      }));
      for (const problem of await Promise.all(tasks.map((task) => runChild(child.file, task)))) {
        if (problem !== undefined) problems.add(`${name}: ${problem}`);
      }
      const logged = files.flatMap((file) => linesOf(file));
      const { turns, resumed } = await checkSessions(address, logged, effects, (text) =>
        problems.add(`${name}: ${text}`),
      );
      facts[name] = `${turns} turns of ${PROCESSES} processes in ${SESSIONS} sessions, ${resumed} of them resumed`;
    }
    if (leftOut) facts["left out"] = `PostgreSQL: ${leftOut}`;
    return { facts, problems: problems.texts };
  } finally {
    child.remove();
    await close();
  }
}

async function runChild(program: string, task: LoadTask): Promise<string | undefined> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "ignore", "pipe"] });
  let error = "";
  child.stderr.on("data", (chunk) => {
    error += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return code === 0 ? undefined : `process ${task.name} ended with ${code}: ${error.slice(0, 2000)}`;
}

async function checkSessions(
  address: DatabaseAddress,
  logged: readonly string[],
  effects: string,
  report: (problem: string) => void,
): Promise<{ readonly turns: number; readonly resumed: number }> {
  const store = new SqlStore(openDriver(address));
  const agent = createAgent(effects);
  const wanted = new Map<string, Set<string>>();
  const want = (line: string): void => {
    const [, turn = "", ...session] = line.split(" ");
    const name = session.join(" ");
    const turns = wanted.get(name) ?? new Set();
    if (turns.has(turn)) report(`the turn ${turn} came to its end twice`);
    wanted.set(name, turns.add(turn));
  };
  for (const line of logged) want(line);
  let [turns, resumed] = [0, 0];
  for (let index = 0; index < SESSIONS; index++) {
    const session = new StoredSession(store, `session ${index}`);
    // What still waits is brought to its end.
    for (let turn = await resumeOldest(agent, session); turn !== undefined; turn = await resumeOldest(agent, session))
      want(`turn ${turn} ${session.sessionId}`);
    const ended = wanted.get(session.sessionId) ?? new Set<string>();
    const items = await session.getItems();
    const state = (await session.getState()) ?? {};
    if (repairHistory(items) !== items) report(`${session.sessionId} has no valid history`);
    const said = items.flatMap((item) => (item.type === "user" ? [String(item.content)] : []));
    if (new Set(said).size < said.length) report(`${session.sessionId} has a turn twice`);
    for (const turn of ended) {
      const at = items.findIndex((item) => item.type === "user" && item.content === turn);
      const shape = items.slice(at, at + 4).map((item) => `${item.type}:${item.type === "user" ? "" : item.text}`);
      if (at < 0) report(`the turn ${turn} is lost in ${session.sessionId}`);
      else if (shape.join() !== `user:,assistant:,tool_result:wrote ${turn},assistant:written`)
        report(`the turn ${turn} is not whole in ${session.sessionId}: ${shape.join()}`);
      if (state[turn] !== true) report(`what ${turn} changed in the state of ${session.sessionId} is lost`);
    }
    if (said.length > ended.size) report(`${session.sessionId} has turns that nobody took to an end`);
    turns += said.length;
    resumed += said.filter((turn) => turn.endsWith("gated")).length;
  }
  const ran = linesOf(effects);
  if (new Set(ran).size < ran.length) report("a call ran twice");
  if (ran.length !== turns) report(`${ran.length} calls ran in ${turns} turns`);
  await store.close();
  return { turns, resumed };
}

function linesOf(file: string): readonly string[] {
  return readFileSync(file, "utf8").split("\n").filter(Boolean);
}
