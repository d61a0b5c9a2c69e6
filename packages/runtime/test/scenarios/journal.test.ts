/** Runs that are killed at every write of their journal, and go on in another process. */
import { Agent, type Item, type ModelRequest, type Run } from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { INTERRUPTED_TEXT, repairHistory } from "../../src/model/repair-history.ts";
import { bound } from "../support/bound.ts";
import { type Death, Disk, journalOn, readFrom, runWith } from "../support/memory-journal.ts";

const effects: string[] = [];
const tool = (name: string, options: object = {}) =>
  bound(
    name,
    async () => {
      effects.push(name);
      return `${name} done`;
    },
    options,
  );
const free = tool("free");
const readonly = tool("readonly", { readonly: true });
const gated = tool("gated").with({ needsApproval: true });
const declined = tool("declined").with({ needsApproval: true });

/** Asks for four calls, then for one more, then answers: by what it is sent, so that any process can go on. */
function answer({ items }: ModelRequest): ScriptedResponse {
  const asked = items.filter((item) => item.type === "assistant").length;
  const calls = asked === 0 ? ["free", "gated", "readonly", "declined"] : asked === 1 ? ["free"] : [];
  if (calls.length === 0) return "done";
  return { toolCalls: calls.map((name, index) => ({ name, callId: `call_${asked}_${index}` })) };
}

function processOf(): Agent {
  const model = new ScriptedModel(Array.from({ length: 10 }, () => answer));
  return new Agent({ name: "worker", model, tools: [free, readonly, gated, declined] });
}

type Step = "start" | "resume";

/** Starts, decides, goes on; dies once, at `death` of the process of `step`. Every process after that finds the disk. */
async function live(disk: Disk, step: Step | "never", death?: Death): Promise<Run> {
  let run: Run | undefined;
  const attempt = async (name: Step, message: () => Promise<Parameters<typeof runWith>[1]>): Promise<void> => {
    const agent = processOf();
    const journal = journalOn(disk, step === name ? death : undefined);
    run = undefined;
    await Promise.race([runWith(agent, await message(), journal).then((ended) => (run = ended)), journal.died]);
  };
  const state = () => readFrom(disk, processOf());
  await attempt("start", async () => "go");
  // Killed: another process goes on, from the start where nothing was written.
  if (!run) await goOn();
  if (run?.status === "paused") {
    const decided = await state();
    for (const { name, callId } of decided.interruptions) {
      if (name === "declined") decided.reject(callId);
      else decided.approve(callId);
    }
    disk.snapshot = decided.toString();
    await attempt("resume", state);
    if (!run) await goOn();
  }
  async function goOn(): Promise<void> {
    const journal = journalOn(disk);
    run = await runWith(processOf(), disk.snapshot === undefined ? "go" : await state(), journal);
  }
  if (!run) throw new Error("the run never ended");
  return run;
}

async function countWrites(): Promise<{ readonly start: number; readonly resume: number }> {
  const disk = new Disk();
  effects.length = 0;
  await live(disk, "never");
  const start = disk.writes.indexOf("pause") + 1;
  return { start, resume: disk.writes.length - start };
}

describe("a journal", () => {
  it("is written in the order that it promises", async () => {
    const disk = new Disk();
    effects.length = 0;
    const run = await live(disk, "never");
    expect(run.status).toBe("completed");
    expect(effects).toEqual(["free", "readonly", "gated", "free"]);
    expect(disk.writes).toEqual([
      "checkpoint",
      "claim call_0_0",
      "claim call_0_2",
      "result call_0_0",
      "result call_0_2",
      "pause",
      "checkpoint",
      "claim call_0_1",
      "result call_0_1",
      "checkpoint",
      "claim call_1_0",
      "result call_1_0",
      "finish",
    ]);
    expect(disk.ending?.status).toBe("completed");
    expect(disk.ending?.items.map(({ type }) => type)).toEqual([
      "user",
      "assistant",
      ...Array.from({ length: 4 }, () => "tool_result"),
      "assistant",
      "tool_result",
      "assistant",
    ]);
  });

  it("brings every run to its end, whatever write its process was killed at", async () => {
    const { start, resume } = await countWrites();
    const deaths = [
      ...Array.from({ length: start }, (_, at) => ({ step: "start" as const, at })),
      ...Array.from({ length: resume }, (_, at) => ({ step: "resume" as const, at })),
    ].flatMap((death) => (["before", "after"] as const).map((when) => ({ ...death, when })));
    expect(deaths).toHaveLength(26);
    for (const { step, at, when } of deaths) {
      const what = `${step}, ${when} write ${at}`;
      const disk = new Disk();
      effects.length = 0;
      const isOver = step === "resume" && at === resume - 1 && when === "after";
      const run = await live(disk, step, { at, when });
      expect(run.error, what).toBeUndefined();
      expect(run, what).toMatchObject({ status: "completed", output: "done" });
      expect(effects, what).not.toContain("declined");
      const items: readonly Item[] = disk.ending?.items ?? [];
      expect(repairHistory(items), what).toBe(items);
      for (const item of items) {
        if (item.type !== "tool_result" || item.name === "readonly" || item.name === "declined") continue;
        const times = effects.filter((name) => name === item.name).length;
        const calls = items.filter((one) => one.type === "tool_result" && one.name === item.name);
        const unknown = calls.filter((one) => one.type === "tool_result" && one.text === INTERRUPTED_TEXT).length;
        expect(times, `${what}: ${item.name}`).toBeLessThanOrEqual(calls.length);
        expect(times, `${what}: ${item.name}`).toBeGreaterThanOrEqual(calls.length - unknown);
      }
      expect(isOver || disk.ending, what).toBeTruthy();
    }
  });

  it("ends the run where it fails, before the call whose claim it could not keep", async () => {
    effects.length = 0;
    const broken = {
      ...journalOn(new Disk()),
      claim: () => {
        throw new Error("disk full");
      },
    };
    const run = await runWith(processOf(), "go", broken);
    expect(run).toMatchObject({ status: "error", error: { message: "disk full" } });
    expect(effects).toEqual([]);
  });

  it("keeps the runs of delegates inside that of their caller", async () => {
    const makeAgents = (): Agent => {
      const child = new Agent({
        name: "child",
        model: new ScriptedModel(
          Array.from(
            { length: 5 },
            () =>
              ({ items }: ModelRequest): ScriptedResponse =>
                items.length === 1
                  ? {
                      toolCalls: [
                        { name: "free", callId: "c1" },
                        { name: "gated", callId: "c2" },
                      ],
                    }
                  : "child done",
          ),
        ),
        tools: [free, gated],
      });
      return new Agent({
        name: "parent",
        model: new ScriptedModel(
          Array.from(
            { length: 5 },
            () =>
              ({ items }: ModelRequest): ScriptedResponse =>
                items.length === 1
                  ? { toolCalls: [{ name: "child", arguments: { input: "x" }, callId: "c1" }] }
                  : "parent done",
          ),
        ),
        agents: [child.delegate],
      });
    };
    for (let at = 0; at < 20; at++) {
      effects.length = 0;
      const disk = new Disk();
      const first = journalOn(disk, { at, when: "after" });
      await Promise.race([runWith(makeAgents(), "go", first), first.died]);
      const parent = makeAgents();
      const message = disk.snapshot === undefined ? "go" : await readFrom(disk, parent);
      let run = await runWith(parent, message, journalOn(disk));
      for (let turn = 0; turn < 3 && run.status === "paused"; turn++) {
        const state = run.toState();
        for (const item of state.interruptions) state.approve(item);
        run = await runWith(makeAgents(), state, journalOn(disk));
      }
      expect(run, `write ${at}`).toMatchObject({ status: "completed", output: "parent done" });
      expect(effects.filter((name) => name === "gated").length, `write ${at}`).toBe(1);
      expect(effects.filter((name) => name === "free").length, `write ${at}`).toBeLessThanOrEqual(1);
    }
  });
});
