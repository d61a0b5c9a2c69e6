/** One call without an agent: the model's path, for unit tests of a tool. */
import type { JsonObject } from "../manifest/index.ts";
import { Redaction } from "../tool/redaction.ts";
import { RunContext } from "../tool/run-context.ts";
import type { BoundTool, InvokeOptions } from "../tool/tool.ts";
import { Batch } from "./batch.ts";
import type { CallEnvironment } from "./call-in-progress.ts";
import { executeBatch } from "./execute-batch.ts";

export const DEFAULT_MAX_RESULT_CHARS = 200_000;

export async function invokeTool(
  tool: BoundTool,
  json: string | JsonObject,
  { ctx, callId = "call_1" }: InvokeOptions,
): Promise<string> {
  const context = ctx instanceof RunContext ? ctx : new RunContext(ctx);
  const environment: CallEnvironment = {
    tools: new Map([[tool.name, tool]]),
    ctx: context,
    agent: undefined,
    agentName: "",
    hooks: [],
    toolHooks: [],
    messages: () => [],
    signal: context.signal,
    unknownArguments: "refuse",
    coerceArguments: false,
    maxResultChars: DEFAULT_MAX_RESULT_CHARS,
    sendMediaToModel: false,
    media: () => [],
    redaction: new Redaction(),
    allowance: { limit: 1, used: 0 },
    claimed: new Set(),
    cancelGrace: 0,
  };
  const argumentsText = typeof json === "string" ? json : JSON.stringify(json);
  const batch = new Batch([{ callId, name: tool.name, argumentsText }], environment);
  await executeBatch(batch, environment);
  return batch.completed[0]?.outcome.text ?? "";
}
