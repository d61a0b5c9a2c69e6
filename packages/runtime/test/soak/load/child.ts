/**
 * A process of the load test. It takes turns in sessions that other processes use at the same time, and goes on with
 * turns that they have left waiting. What it did stands in its log: `turn <turn> <session>`.
 */
import { appendFileSync } from "node:fs";
import { type Agent, isRunaError } from "@runa/runtime";
import { createRandom } from "../../../../../tests/support/random.ts";
import { SqlStore } from "../../../src/session/sql/sql-store.ts";
import { StoredSession } from "../../../src/session/stored-session.ts";
import { type DatabaseAddress, openDriver } from "../sessions/database.ts";
import { createAgent, resumeOldest } from "./clerk.ts";

export interface LoadTask {
  readonly address: DatabaseAddress;
  readonly name: string;
  readonly seed: number;
  readonly sessions: number;
  /** From when the process is ready. */
  readonly milliseconds: number;
  readonly log: string;
  readonly effects: string;
}

/** Turns that one process takes at a time. */
const AT_ONCE = 3;

async function work(
  { address, name, seed, sessions, milliseconds, log, effects }: LoadTask,
  lane: number,
): Promise<void> {
  const until = Date.now() + milliseconds;
  const store = stores(address);
  const random = createRandom(seed);
  const agent = createAgent(effects);
  for (let number = 0; Date.now() < until; number++) {
    const session = new StoredSession(store, `session ${random.below(sessions)}`);
    const turn = `${name}-${lane}-${number}${random.chance(0.25) ? "-gated" : ""}`;
    const ended = random.chance(0.2) ? await resumeOldest(agent, session) : await takeTurn(agent, session, turn);
    if (ended !== undefined) appendFileSync(log, `turn ${ended} ${session.sessionId}\n`);
  }
}

async function takeTurn(agent: Agent, session: StoredSession, turn: string): Promise<string | undefined> {
  try {
    const run = await agent.run(turn, { session });
    if (run.status === "error") throw run.error;
    return run.status === "completed" ? turn : undefined;
  } catch (error) {
    if (isRunaError(error) && error.code === "RUNA_PENDING_RUN") return resumeOldest(agent, session);
    throw error;
  }
}

let opened: SqlStore | undefined;
function stores(address: DatabaseAddress): SqlStore {
  opened ??= new SqlStore(openDriver(address));
  return opened;
}

const task = JSON.parse(process.argv[2] ?? "") as LoadTask;
await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => work({ ...task, seed: task.seed + lane }, lane)));
await opened?.close();
