/** Generator tools: each chunk is reported as it comes, and all together are the result. */
import { setImmediate } from "node:timers/promises";
import { isCustomEvent } from "../tool/custom-event.ts";
import { fromMedia, isToolResult, ToolResult } from "../tool/tool-result.ts";
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
  const yielded: ToolResult[] = [];
  let stretchBegan = performance.now();
  try {
    for (;;) {
      const step = await warnOfBlocking(tool, () => generator.next());
      if (step.done) return resultOf(step.value, text, yielded);
      if (isAborted()) {
        await generator.return(undefined);
        throw own?.aborted ? own.reason : environment.signal.reason;
      }
      if (isCustomEvent(step.value)) {
        environment.listener?.onCustomEvent(call, step.value);
        continue;
      }
      const value = fromMedia(step.value);
      if (isToolResult(value)) yielded.push(value);
      const chunk = isToolResult(value) ? { text: value.content, isError: false } : toModelText(tool.name, value);
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

/** A value that the generator returns stands for all that it has yielded. */
function resultOf(returned: unknown, text: string, yielded: readonly ToolResult[]): CallResult {
  if (returned !== undefined) return { kind: "returned", value: fromMedia(returned), wasStreamed: true };
  if (yielded.length === 0) return { kind: "streamed", text };
  const value = new ToolResult({
    content: text,
    images: yielded.flatMap(({ images }) => images),
    videos: yielded.flatMap(({ videos }) => videos),
    audio: yielded.flatMap(({ audio }) => audio),
    files: yielded.flatMap(({ files }) => files),
    metadata: Object.assign({}, ...yielded.map(({ metadata }) => metadata)),
  });
  return { kind: "returned", value, wasStreamed: true };
}
