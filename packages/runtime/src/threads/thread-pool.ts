/** The worker threads of this process: started on first use, kept warm, and never what keeps the process alive. */

import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Piscina } from "piscina";
import { errorMessage } from "../errors/error-message.ts";
import { WorkerExitedError } from "../errors/worker-exited-error.ts";
import { warn } from "../logging/logger.ts";
import { startTime, type WorkerAnswer, type WorkerCall } from "./worker-call.ts";

// The same file for `src` and `dist`: both lie beside its folder.
const WORKER_FILE = new URL("../../worker/tool-worker.mjs", import.meta.url);
const EXTENSION = import.meta.url.endsWith(".ts") ? "ts" : "js";
const IMPLEMENTATION = new URL(`../worker/call-tool.${EXTENSION}`, import.meta.url);

let pool: Promise<Piscina> | undefined;

/** How often a call may be given to a thread that ends before it comes to it. */
const MOST_THREADS = 3;

/** Whether this process can run threads at all. */
let hasAnswered = false;

/**
 * @param signal Terminates the thread, whatever it is doing; another takes its place.
 * @throws WorkerExitedError where the thread ended while the function ran; the signal's reason. What the tool throws is
 * an answer.
 */
export async function runInThread(
  call: Omit<WorkerCall, "implementation">,
  signal: AbortSignal,
): Promise<WorkerAnswer> {
  // As in a program that a bundler put into one file.
  if (!existsSync(WORKER_FILE)) return unavailable(`${fileURLToPath(WORKER_FILE)} is not there`);
  for (let threads = 1; ; threads++) {
    try {
      pool ??= startPool();
      const answer: WorkerAnswer = await (await pool).run(
        { ...call, implementation: IMPLEMENTATION.href },
        { signal, filename: WORKER_FILE.href },
      );
      hasAnswered = true;
      return answer;
    } catch (cause) {
      signal.throwIfAborted();
      if (startTime(call.started) !== undefined) throw new WorkerExitedError(call.toolName, { cause });
      // The arguments: what lies in them is deeper than the stack on which they are copied.
      if (cause instanceof RangeError) throw cause;
      // The thread broke on what an earlier call had left behind, and this one had not begun.
      if (threads < MOST_THREADS) continue;
      if (hasAnswered) throw new WorkerExitedError(call.toolName, { cause });
      return unavailable(errorMessage(cause));
    }
  }
}

async function startPool(): Promise<Piscina> {
  const { Piscina } = await import("piscina");
  const started = new Piscina({
    minThreads: 1,
    maxThreads: Math.max(2, availableParallelism()),
    idleTimeout: Number.POSITIVE_INFINITY,
  });
  started.on("error", (error: Error) => {
    warn("RUNA_WORKER_EXITED", `A worker thread failed while no tool ran in it: ${error.message}`);
  });
  // A thread that ends is replaced up to the minimum only, and others may be busy for ever while calls wait. One more
  // task makes piscina start a thread, once it has taken the old one off its list.
  started.on("workerDestroy", () => {
    queueMicrotask(() => {
      if (started.queueSize > 0) void started.run(undefined, { name: "nothing", filename: WORKER_FILE.href });
    });
  });
  return started;
}

function unavailable(reason: string): WorkerAnswer {
  return { kind: "unavailable", reason };
}
