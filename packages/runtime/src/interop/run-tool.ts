/** A call that another framework makes: the way of every call, and its outcome as that framework wants it. */
import { isWaiting, type ToolOutcome } from "../call/call-in-progress.ts";
import { callOnce, createGate } from "../call/invoke-tool.ts";
import { anObject, assertOptions, type OptionChecks } from "../errors/assert-options.ts";
import type { JsonObject } from "../manifest/index.ts";
import type { RunContextParts } from "../tool/run-context.ts";
import { toTools } from "../tool/to-tools.ts";
import type { AnyFunction, AnyTool, BoundTool } from "../tool/tool.ts";

export interface InteropOptions {
  /** What tools with a `ctx` parameter get. Default: a context without values. */
  readonly context?: RunContextParts | (() => RunContextParts);
}

const CHECKS: OptionChecks<InteropOptions> = {
  context: (value) =>
    typeof value === "function" || anObject(value) === undefined
      ? undefined
      : "must be an object, or a function that gives one",
};

/** The `tools` of a generated binding, or a list of tools, functions that it binds, and instances with tool methods. */
export type InteropTools = readonly (AnyTool | AnyFunction | object)[] | object;

/** @throws UserError for an option that does not exist or does not fit, and for what is no tool. */
export function toolsOf(tools: InteropTools, options: InteropOptions, owner: string): readonly BoundTool[] {
  assertOptions<InteropOptions>(options, CHECKS, owner);
  return toTools(tools, owner);
}

export interface InteropCall {
  readonly tool: BoundTool;
  /** As the framework has them: an object, or the text of the model. */
  readonly input: unknown;
  readonly callId: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** A person has said yes, asked by the framework. */
  readonly isApproved: boolean;
}

/** Fails closed: a call that waits for people is refused. */
export async function runTool(
  { tool, input, callId = "call_1", signal, isApproved }: InteropCall,
  { context = {} }: InteropOptions,
): Promise<ToolOutcome> {
  const parts = typeof context === "function" ? context() : context;
  const outcome = await callOnce(tool, typeof input === "string" ? input : ((input ?? {}) as JsonObject), {
    ctx: { ...parts, ...(signal && { signal }) },
    callId,
    gate: createGate(callId, isApproved ? "approved" : undefined),
  });
  if (!isWaiting(outcome)) return outcome;
  return {
    text: `error: "${tool.name}" waits for a person, who cannot be asked here, so it did not run`,
    isError: true,
  };
}

/** Whether a tool asks a person at all; which calls, its predicate says when they come. */
export function needsApproval({ options }: BoundTool): boolean {
  return options.needsApproval !== undefined && options.needsApproval !== false;
}
