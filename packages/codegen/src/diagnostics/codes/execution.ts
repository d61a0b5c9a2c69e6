/** RG3xx: how a tool will run. */
import { type CodeEntry, code } from "../code-table.ts";

interface ExecutionCodes {
  readonly "blocks-event-loop": CodeEntry<{ readonly tool: string; readonly call: string }>;
  readonly "main-thread": CodeEntry<{ readonly tool: string; readonly reason: string }>;
}

export const executionCodes: ExecutionCodes = {
  "blocks-event-loop": code({
    code: "RG301",
    severity: "warning",
    strict: "error",
    summary: "A tool on the main thread calls something that stops the whole process until it is done.",
    example:
      'import { readFileSync } from "node:fs";\nlet reads = 0;\n/** Read.\n * @tool\n * @param path The file */\nexport function read(path: string): string {\n  reads++;\n  return readFileSync(path, "utf8");\n}',
    message: ({ tool, call }) => `"${tool}" runs on the main thread and calls ${call}, which stops every other run.`,
    fix: () => "Await the asynchronous form, or make the function self-contained, so that it can run in a worker.",
  }),
  "main-thread": code({
    code: "RG302",
    severity: "note",
    summary: "A synchronous tool stays on the main thread, and why.",
    example:
      "let calls = 0;\n/** Sum.\n * @tool\n * @param values The numbers */\nexport function sum(values: number[]): number {\n  calls++;\n  let total = 0;\n  for (const value of values) total += value;\n  return total;\n}",
    message: ({ tool, reason }) => `"${tool}" runs on the main thread: it ${reason}.`,
    fix: () => "Nothing has to be done. `@thread worker` or `@thread main` in its comment settles it.",
  }),
};
