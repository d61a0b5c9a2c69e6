/**
 * What one tool that keeps a processor busy does to all other runs of the process: in a worker thread, and on the main
 * thread. `runa-gen` decides where each runs, and what it says of the second is shown.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { generate } from "@runa/codegen";
import { Agent, loadTools, openaiChat, type Tool } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { type Report, verdict } from "../measure.ts";

const SPIN = 2_000;
const OTHER_RUNS = 50;
/** Milliseconds from the start of one other run to the next. */
const APART = 30;
/** Milliseconds that the 99th percentile of the delay must stay under, beside a worker. */
const BOUND = 10;
const NANOSECONDS = 1e6;

interface Tools {
  readonly spin: Tool<{ ms: number }>;
  readonly spinAndCount: Tool<{ ms: number }>;
  readonly ping: Tool;
}

interface Row {
  readonly tool: string;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Other runs that ended before the tool did. */
  readonly finished: number;
  /** Milliseconds until all of them had ended. */
  readonly othersTook: number;
}

export async function benchEventLoop(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "runa-bench-"));
  const server = fork(fileURLToPath(new URL("server.mjs", import.meta.url)), { execArgv: [] });
  try {
    const { diagnostics, manifest, manifestFile } = await generate({
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      entries: ["tools.ts"],
      out: join(folder, "runa.tools.json"),
      binding: false,
    });
    const tools = await loadTools<Tools>(manifestFile);
    const { port } = await new Promise<{ port: number }>((resolve) =>
      server.once("message", (message) => resolve(message as { port: number })),
    );
    const other = new Agent({
      name: "other",
      model: openaiChat("bench", { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: "key" }),
      tools: [tools.ping],
    });
    // Compiled, connected, optimised, and with a thread that has loaded the module.
    for (let round = 0; round < 5; round++)
      await Promise.all(Array.from({ length: OTHER_RUNS }, () => askOther(other)));
    await tools.spin.invoke({ ms: 1 });

    const worker = await measure(tools.spin, other);
    const main = await measure(tools.spinAndCount, other);
    const isWithin = worker.p99 < BOUND && worker.finished === OTHER_RUNS;
    const places = manifest.tools.map(({ function: { name }, runa }) => `${name}: ${runa.thread}`).join(", ");
    return {
      isWithin,
      lines: [
        `Delay of the event loop while one tool spins for ${SPIN} ms and ${OTHER_RUNS} other runs go on (${places}):`,
        "",
        ...table([worker, main]),
        "",
        `${worker.tool}: p99 under ${BOUND} ms and all other runs finished meanwhile: ${verdict(isWithin)}`,
        ...diagnostics
          .filter(({ tool }) => tool === main.tool)
          .map(({ severity, code, name, message }) => `runa-gen: ${severity} ${code} ${name}: ${message}`),
      ],
    };
  } finally {
    server.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askOther(agent: Agent): Promise<void> {
  const run = await agent.run("ping");
  if (run.output !== "pong") throw new Error(`a run went wrong: ${run.error?.message ?? run.output}`);
}

async function measure(tool: Tool<{ ms: number }>, other: Agent): Promise<Row> {
  const model = new ScriptedModel([{ toolCalls: [{ name: tool.name, arguments: { ms: SPIN } }] }, "done"]);
  const spinner = new Agent({ name: "spinner", model, tools: [tool] });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // The first tick only sets the clock.
  await setTimeout(50);
  const started = performance.now();
  let ended = Number.POSITIVE_INFINITY;
  let finished = 0;
  let othersTook = 0;
  const spinning = spinner.run("spin").then((run) => {
    if (run.status !== "completed") throw run.error;
    ended = performance.now();
  });
  const others = Array.from({ length: OTHER_RUNS }, async (_, index) => {
    await setTimeout(index * APART);
    await askOther(other);
    othersTook = performance.now() - started;
    if (ended === Number.POSITIVE_INFINITY) finished++;
  });
  await Promise.all([spinning, ...others]);
  await setTimeout(50);
  delay.disable();
  return {
    tool: tool.name,
    p50: delay.percentile(50) / NANOSECONDS,
    p99: delay.percentile(99) / NANOSECONDS,
    max: delay.max / NANOSECONDS,
    finished,
    othersTook,
  };
}

function table(rows: readonly Row[]): readonly string[] {
  const cells = [
    ["tool", "p50", "p99", "max", "finished meanwhile", "all others after"],
    ...rows.map(({ tool, p50, p99, max, finished, othersTook }) => [
      tool,
      milliseconds(p50),
      milliseconds(p99),
      milliseconds(max),
      `${finished} of ${OTHER_RUNS}`,
      milliseconds(othersTook),
    ]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("   "),
  );
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
