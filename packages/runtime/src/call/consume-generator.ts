/** Generator tools: each chunk is reported as it comes, and all together are the result. */
import { setImmediate } from "node:timers/promises";
import { isCustomEvent } from "../tool/custom-event.ts";
import type { CallInProgress, CallResult } from "./call-in-progress.ts";
import { toModelText } from "./to-model-text.ts";
import { warnOfBlocking } from "./warn-of-blocking.ts";

type AnyGenerator = Generator<unknown, unknown, undefined> | AsyncGenerator<unknown, unknown, undefined>;

/** A list or a set is a value; only what is consumed by being read is a generator. */
export function isGenerator(value: unknown): value is AnyGenerator {
  if (typeof value !== "object" || value === null) return false;
  if (!("next" in value && typeof value.next === "function" && "return" in value)) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/** Milliseconds after which a generator that never waits has to let others run, timers among them. */
const LONGEST_STRETCH = 10;

/** Never rejects. A generator that is aborted is told so by `return()`, which it hears at its next `yield`. */
export async function consumeGenerator(
  call: CallInProgress,
  generator: AnyGenerator,
  own: AbortSignal | undefined,
): Promise<CallResult> {
  const { environment, tool } = call;
  const isAborted = (): boolean => environment.signal.aborted || own?.aborted === true;
  let text = "";
  let stretchBegan = performance.now();
  try {
    for (;;) {
      const step = await warnOfBlocking(tool, () => generator.next());
      if (step.done)
        return step.value === undefined
          ? { kind: "streamed", text }
          : { kind: "returned", value: step.value, wasStreamed: true };
      if (isAborted()) {
        await generator.return(undefined);
        throw own?.aborted ? own.reason : environment.signal.reason;
      }
      if (isCustomEvent(step.value)) {
        environment.listener?.onCustomEvent(call, step.value);
        continue;
      }
      const chunk = toModelText(tool.name, step.value);
      if (chunk.isError) throw new Error(chunk.text);
      text += chunk.text;
      environment.listener?.onOutput(call, chunk.text);
      if (performance.now() - stretchBegan > LONGEST_STRETCH) {
        await setImmediate();
        stretchBegan = performance.now();
      }
    }
  } catch (error) {
    return { kind: "threw", error, text };
  }
}
