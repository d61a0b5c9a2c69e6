/**
 * Many runs side by side over real HTTP, with tools that fail, hang, throw, give too much, end their thread, and with
 * arguments that are wrong; some runs are aborted or run out of time. The process must neither notice nor remember.
 */
import { Agent, type Model, openaiChat, type Run, type RunEvent, type RunOptions, type Tool } from "@runa/runtime";
import { formatHandles, type ProcessState, readProcessState } from "../process-state.ts";
import { Problems, type Soak, type SoakOptions, type SoakOutcome } from "../soak.ts";
import { checkEvents, checkRun } from "./check-run.ts";
import { meddle, watch } from "./meddling-hooks.ts";
import { drawScript, type RunScript } from "./run-script.ts";
import { startScriptedServer } from "./scripted-server.ts";
import { createTools, type Notes } from "./tools.ts";

const SIDE_BY_SIDE = 40;
/** A run that has not ended by then never will. */
const LONGEST = 60_000;
/** Megabytes that the heap may differ by: code that was compiled later, buffers of connections. */
const HEAP_TOLERANCE = 8;

type GivenOptions = RunOptions<Notes> & { readonly context: Notes };

export const EXECUTION: Soak = { unit: "runs", count: 50_000, run: soakExecution };

async function soakExecution({ count, seed, onProgress }: SoakOptions): Promise<SoakOutcome> {
  const problems = new Problems();
  const counts = new Map<string, number>();
  const tally = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const listening = listenToProcess(problems);
  const server = await startScriptedServer(
    (index) => drawScript(seed, index),
    (problem) => problems.add(problem),
  );
  try {
    const tools = createTools();
    const model = openaiChat("soak", { baseUrl: server.url, apiKey: "key" });
    const runOne = async (index: number): Promise<void> => {
      const script = drawScript(seed, index);
      for (const problem of await soakRun(script, model, tools, tally)) problems.add(`run ${index}: ${problem}`);
    };
    const heap = (): string => `heap ${Math.round(process.memoryUsage().heapUsed / 2 ** 20)} MB`;
    const runRange = async (from: number, to: number): Promise<void> => {
      let next = from;
      const lane = async (): Promise<void> => {
        while (next < to) {
          const index = next++;
          await runOne(index);
          onProgress?.({ done: index + 1, problems: problems.count, note: heap() });
        }
      };
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
    };
    const warm = Math.ceil(count / 10);
    await runRange(0, warm);
    const before = await readProcessState();
    await runRange(warm, Math.ceil(count / 2));
    const middle = await readProcessState();
    await runRange(Math.ceil(count / 2), count);
    const after = await readProcessState();
    for (const problem of compare(before, after)) problems.add(problem);
    if ("polluted" in {}) problems.add("a prototype was changed");
    const by = (prefix: string): string =>
      [...counts]
        .filter(([what]) => what.startsWith(prefix))
        .sort(([, a], [, b]) => b - a)
        .map(([what, times]) => `${times} ${what.slice(prefix.length)}`)
        .join(", ");
    return {
      facts: {
        "ended with": by("ended "),
        "tool calls": by("calls "),
        heap: `${[before, middle, after].map((state) => state.heap.toFixed(1)).join(" → ")} MB after 10, 50 and 100 %`,
        "handles before": formatHandles(before),
        "handles after": formatHandles(after),
        problems: String(problems.count),
      },
      problems: problems.texts,
    };
  } finally {
    await server.close();
    listening.stop();
  }
}

async function soakRun(
  script: RunScript,
  model: Model,
  tools: readonly Tool[],
  tally: (what: string) => void,
): Promise<readonly string[]> {
  const notes: Notes = { called: [] };
  const controller = new AbortController();
  const reason = new Error("the caller has had enough");
  const agent = new Agent<Notes>({
    name: "soak",
    model,
    tools,
    maxResultChars: 5_000,
    cancelGrace: 20,
    ...(script.isHooked && { hooks: watch, toolHooks: [meddle] }),
    ...script.options,
    ...(script.ending === "timeout" && { timeout: script.endsAfter }),
  });
  const options: GivenOptions = {
    context: notes,
    ...(script.ending === "abort" && { signal: controller.signal }),
  };
  const timer = script.ending === "abort" ? setTimeout(() => controller.abort(reason), script.endsAfter) : undefined;
  const events: RunEvent[] = [];
  try {
    const run = await withinLimit(
      script.isStreamed ? readStream(agent, script, options, events) : agent.run(`run ${script.index}`, options),
    );
    if (!run) {
      tally("ended left");
      return checkEvents(events, false);
    }
    tally(`ended ${run.stopReason}`);
    for (const { isError } of run.toolCalls) tally(isError ? "calls refused or failed" : "calls completed");
    if (script.ending === "none" && run.stopReason === "timeout") return ["ran out of a time that it does not have"];
    return [...checkRun(run, notes), ...(script.isStreamed ? checkEvents(events, true) : [])];
  } catch (error) {
    if (error !== reason) return [`rejected with ${String(error)}`];
    tally("ended aborted");
    return checkEvents(events, false);
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing where the reader has left. */
async function readStream(
  agent: Agent<Notes>,
  script: RunScript,
  options: GivenOptions,
  events: RunEvent[],
): Promise<Run | undefined> {
  const stream = agent.stream(`run ${script.index}`, options);
  for await (const event of stream) {
    events.push(event);
    if (script.ending === "leave" && events.length >= script.endsAfter) return undefined;
  }
  return stream.finished;
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it has not ended after ${LONGEST} ms`)), LONGEST);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function compare(before: ProcessState, after: ProcessState): readonly string[] {
  const problems: string[] = [];
  if (after.heap > before.heap + HEAP_TOLERANCE)
    problems.push(`the heap has grown from ${before.heap.toFixed(1)} to ${after.heap.toFixed(1)} MB`);
  for (const [kind, count] of Object.entries(after.handles)) {
    // Connections are kept, as many as there were runs side by side, and one at either end.
    const allowed = kind === "TCPSocketWrap" ? 2 * SIDE_BY_SIDE : (before.handles[kind] ?? 0);
    if (count > allowed) problems.push(`${count} handles of the kind ${kind} are left, ${allowed} are allowed`);
  }
  return problems;
}

/** What a program learns of only if it listens. Reserved keys are told of, once each: that is meant. */
function listenToProcess(problems: Problems): { stop(): void } {
  const onRejection = (reason: unknown): void => problems.add(`unhandled rejection: ${String(reason)}`);
  const onException = (error: unknown): void => problems.add(`uncaught exception: ${String(error)}`);
  const onWarning = (warning: Error & { readonly code?: string }): void => {
    if (warning.code !== "RUNA_RESERVED_KEY") problems.add(`warning ${warning.name}: ${warning.message}`);
  };
  process.on("unhandledRejection", onRejection);
  process.on("uncaughtException", onException);
  process.on("warning", onWarning);
  return {
    stop: () => {
      process.off("unhandledRejection", onRejection);
      process.off("uncaughtException", onException);
      process.off("warning", onWarning);
    },
  };
}
