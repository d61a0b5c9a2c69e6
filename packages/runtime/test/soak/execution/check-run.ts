/** What holds for every run, however it ended. */
import type { Run, RunEvent } from "@runa/runtime";
import type { Notes } from "./tools.ts";

/** @returns What is wrong; nothing where all is well. */
export function checkRun(run: Run, notes: Notes): readonly string[] {
  const problems: string[] = [];
  const asked: string[] = [];
  const items = [...run.newItems];
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (item?.type === "tool_result") problems.push(`a result of ${item.callId} stands behind no call`);
    if (item?.type !== "assistant") continue;
    for (const { callId } of item.toolCalls) {
      asked.push(callId);
      const result = items[at + 1];
      if (result?.type === "tool_result" && result.callId === callId) at++;
      else problems.push(`${callId} is not followed by its result`);
    }
  }
  const reported = run.toolCalls.map(({ callId }) => callId);
  if (reported.join() !== asked.join()) problems.push(`calls ${asked.join()} are reported as ${reported.join()}`);
  for (const { text } of run.toolCalls) if (typeof text !== "string") problems.push("a result has no text");
  if (run.status === "error" && !run.error) problems.push("a failed run does not say why");
  return [...problems, ...checkCalled(notes, new Set(asked))];
}

/** Each function at most once for a call, and never for a call that nobody made. */
function checkCalled({ called }: Notes, asked: ReadonlySet<string>): readonly string[] {
  const problems = called.filter((callId) => !asked.has(callId)).map((callId) => `${callId} ran and was not asked for`);
  if (new Set(called).size !== called.length) problems.push(`a call ran twice: ${called.join()}`);
  return problems;
}

/** Each call that was started is completed once; of a run that was aborted, at most once. */
export function checkEvents(events: readonly RunEvent[], hasEnded: boolean): readonly string[] {
  const open = new Set<string>();
  const problems: string[] = [];
  for (const event of events) {
    if (event.type === "tool_call_started") {
      if (open.has(event.callId)) problems.push(`${event.callId} was started twice`);
      open.add(event.callId);
    } else if (event.type === "tool_call_completed" && !open.delete(event.callId))
      problems.push(`${event.callId} was completed and is not open`);
  }
  const last = events.at(-1)?.type;
  if (!hasEnded) return problems;
  if (open.size > 0) problems.push(`${[...open].join()} was started and not completed`);
  if (last !== "run_completed" && last !== "run_error") problems.push(`the last event is ${last}`);
  return problems;
}
