/**
 * Processes that are killed with SIGKILL, one at each point of a run in turn, on each database; another process does the
 * rest, and the outcome is looked at. The seed says where the first one dies.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { SqlStore } from "../../../src/session/sql/sql-store.ts";
import { StoredSession } from "../../../src/session/stored-session.ts";
import { bundleProgram } from "../sessions/bundle.ts";
import { createDatabases, type DatabaseAddress, openDriver } from "../sessions/database.ts";
import { Problems, type Soak, type SoakOptions, type SoakOutcome } from "../soak.ts";
import { checkOutcome } from "./check-outcome.ts";
import type { ChildTask } from "./child.ts";
import { finishScenario, SCENARIOS, type Scenario } from "./scenario.ts";

/** Most of the time a child loads its code. */
const AT_ONCE = 2;

export const KILL: Soak = { unit: "kill points", count: 600, run: killAll };

interface Target {
  readonly name: string;
  readonly address: DatabaseAddress;
  readonly scenario: Scenario;
  /** How many points a run passes that nobody kills. */
  readonly points: number;
}

async function killAll({ count, seed, onProgress }: SoakOptions): Promise<SoakOutcome> {
  const { folder, databases, leftOut, close } = await createDatabases();
  const child = await bundleProgram(new URL("child.ts", import.meta.url));
  const problems = new Problems();
  const killed = new Map<string, Set<number>>();
  let [done, unknown, survived] = [0, 0, 0];
  try {
    const targets = await measure(child.file, databases, folder);
    const tasks = plan(targets, count, seed);
    const work = async (): Promise<void> => {
      for (let task = tasks.shift(); task; task = tasks.shift()) {
        const { target, killAt, number } = task;
        const where = `${target.name}, point ${killAt} of ${target.points}`;
        const outcome = await killOnce(child.file, target, killAt, join(folder, `effects-${number}`), `s${number}`);
        if (outcome.wasKilled) killed.set(target.name, (killed.get(target.name) ?? new Set()).add(killAt));
        else survived++;
        unknown += outcome.unknown;
        for (const problem of outcome.problems) problems.add(`${where}: ${problem}`);
        onProgress?.({ done: ++done, problems: problems.count, note: target.name });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const facts = Object.fromEntries(
      targets.map(({ name, points }) => [name, `killed at ${killed.get(name)?.size ?? 0} of ${points} points`]),
    );
    const rest = leftOut ? { "left out": `PostgreSQL: ${leftOut}` } : {};
    return {
      facts: { ...facts, "outcome unknown": `${unknown} calls`, "ended first": `${survived} processes`, ...rest },
      problems: problems.texts,
    };
  } finally {
    child.remove();
    await close();
  }
}

async function measure(
  child: string,
  databases: readonly { readonly name: string; readonly address: DatabaseAddress }[],
  folder: string,
): Promise<Target[]> {
  const targets: Target[] = [];
  for (const { name, address } of databases) {
    for (const [index, scenario] of SCENARIOS.entries()) {
      const sessionId = `measured-${index}`;
      const task = { address, scenario, sessionId, effects: join(folder, `${name}-${sessionId}`), killAt: 0 };
      // The first one makes the tables too.
      const { output } = await runChild(child, task);
      targets.push({
        name: `${name} ${scenario.isStreamed ? "streamed" : "plain"}`,
        address,
        scenario,
        points: Number(output),
      });
    }
  }
  return targets;
}

/** Evenly over all targets, and over the points of each. */
function plan(
  targets: readonly Target[],
  count: number,
  seed: number,
): { readonly target: Target; readonly killAt: number; readonly number: number }[] {
  return Array.from({ length: count }, (_, number) => {
    const target = targets[number % targets.length];
    if (!target) throw new Error("There is no database to try");
    const perTarget = Math.ceil(count / targets.length);
    const turn = Math.floor(number / targets.length);
    const stride = Math.max(1, target.points / perTarget);
    return { target, number, killAt: 1 + ((seed + Math.floor(turn * stride)) % target.points) };
  });
}

async function killOnce(
  child: string,
  { address, scenario }: Target,
  killAt: number,
  effects: string,
  sessionId: string,
): Promise<{ readonly wasKilled: boolean; readonly problems: readonly string[]; readonly unknown: number }> {
  const { signal, error } = await runChild(child, { address, scenario, sessionId, effects, killAt });
  const store = new SqlStore(openDriver(address));
  const session = new StoredSession(store, sessionId);
  try {
    if (signal === null && error !== "") throw new Error(error);
    await finishScenario(session, scenario, effects);
    return { wasKilled: signal === "SIGKILL", ...(await checkOutcome(session, effects)) };
  } catch (failure) {
    return { wasKilled: signal === "SIGKILL", problems: [`it could not be gone on with: ${failure}`], unknown: 0 };
  } finally {
    await store.close();
  }
}

async function runChild(
  program: string,
  task: ChildTask,
): Promise<{ readonly signal: NodeJS.Signals | null; readonly output: string; readonly error: string }> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "pipe", "pipe"] });
  let [output, error] = ["", ""];
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    error += chunk;
  });
  const [, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { signal, output, error };
}
