/** A journal in memory that outlives its "process", and processes that die at a chosen write. */
import type { Agent, Run } from "@runa/runtime";
import { RunState } from "@runa/runtime";
import { plannedAgentOf } from "../../src/agent/planned-agent.ts";
import type { RecordedResult } from "../../src/model/recorded-result.ts";
import { actingPlan } from "../../src/run/acting-plan.ts";
import { executeRun } from "../../src/run/execute-run.ts";
import type { JournalEnding, RunJournal } from "../../src/run/run-journal.ts";
import type { RunSnapshot } from "../../src/run/run-snapshot.ts";
import { partsOf } from "../../src/run/run-state.ts";
import type { Claim } from "../../src/session/store.ts";

/** What is on disk. */
export class Disk {
  /** Of the last checkpoint or pause, as text. */
  snapshot: string | undefined;
  readonly claims = new Set<string>();
  readonly results = new Map<string, RecordedResult>();
  ending: JournalEnding | undefined;
  /** In the order in which they came. */
  readonly writes: string[] = [];
}

/** Before the write happens, or after it, but before anybody learns of it. */
export type Death = { readonly at: number; readonly when: "before" | "after" };

/** @param death Counted from 0 over all writes of this process; from then on nothing is ever answered. */
export function journalOn(disk: Disk, death?: Death): RunJournal & { readonly died: Promise<void> } {
  let count = 0;
  const begun = new Set(disk.claims);
  let die = (): void => {};
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  const write = async <T>(what: string, action: () => T): Promise<T> => {
    const index = count++;
    const isDead = death !== undefined && (index > death.at || (index === death.at && death.when === "before"));
    if (!isDead) {
      disk.writes.push(what);
      const value = action();
      if (index !== death?.at) return value;
    }
    die();
    return new Promise<T>(() => {});
  };
  const save = (snapshot: RunSnapshot): void => {
    disk.snapshot = JSON.stringify(snapshot);
  };
  return {
    died,
    begin: () => {},
    hasBegun: (callId) => begun.has(callId),
    claim: (callId) =>
      write(`claim ${callId}`, (): Claim => {
        const result = disk.results.get(callId);
        if (result) return { kind: "done", result };
        if (disk.claims.has(callId)) return { kind: "unknown" };
        disk.claims.add(callId);
        return { kind: "claimed" };
      }),
    recordResult: (result) =>
      write(`result ${result.callId}`, () => void disk.results.set(result.callId, structuredClone(result))),
    checkpoint: (snapshot) => write("checkpoint", () => save(snapshot())),
    pause: (snapshot) => write("pause", () => save(snapshot())),
    finish: (ending) =>
      write("finish", () => {
        disk.ending = ending;
      }),
  };
}

/** As an agent runs, with a journal. */
export async function runWith(agent: Agent, message: string | RunState, journal: RunJournal): Promise<Run> {
  const plan = await plannedAgentOf(agent).plan();
  if (typeof message === "string")
    return executeRun(plan, { runId: "run_1", items: [{ type: "user", content: message }], context: {}, journal });
  const stopped = partsOf(message);
  const acting = await actingPlan(plan, stopped.core.actingAgentName);
  const { sessionState } = stopped.live;
  const resume = { ...stopped, acting };
  return executeRun(plan, { runId: stopped.core.runId, items: [], context: { sessionState }, journal, resume });
}

/** What a new process finds. */
export async function readFrom(disk: Disk, agent: Agent): Promise<RunState> {
  if (disk.snapshot === undefined) throw new Error("there is nothing on the disk");
  return RunState.fromString(agent, disk.snapshot);
}
