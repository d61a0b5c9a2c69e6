/** A call that another framework makes: the way of every call, and its outcome as that framework wants it. */
import { isWaiting, type ToolOutcome } from "../call/call-in-progress.ts";
import { callOnce, createGate } from "../call/invoke-tool.ts";
import { aBoolean, anObject, assertOptions, type OptionChecks } from "../errors/assert-options.ts";
import { UserError } from "../errors/user-error.ts";
import type { JsonObject } from "../manifest/index.ts";
import type { MediaPart } from "../model/item.ts";
import type { RunContextParts } from "../tool/run-context.ts";
import { toTools } from "../tool/to-tools.ts";
import type { AnyFunction, AnyTool, BoundTool } from "../tool/tool.ts";

export interface InteropOptions {
  /** What tools with a `ctx` parameter get. Default: a context without values. */
  readonly context?: RunContextParts | (() => RunContextParts);
  /**
   * Whether the media of results are handed on, in the framework's form. Default false: adapters of models that take none
   * there refuse them, or send them as text.
   */
  readonly media?: boolean;
}

const CHECKS: OptionChecks<InteropOptions> = {
  context: (value) =>
    typeof value === "function" || anObject(value) === undefined
      ? undefined
      : "must be an object, or a function that gives one",
  media: aBoolean,
};

/** The `tools` of a generated binding, or a list of tools, functions that it binds, and instances with tool methods. */
export type InteropTools = readonly (AnyTool | AnyFunction | object)[] | object;

/** @throws UserError for an option that does not exist or does not fit, and for what is no tool. */
export function toolsOf(tools: InteropTools, options: InteropOptions, owner: string): readonly BoundTool[] {
  assertOptions<InteropOptions>(options, CHECKS, owner);
  const known = new Map<string, BoundTool>();
  for (const tool of toTools(tools, owner)) {
    const other = known.get(tool.name) ?? tool;
    if (other !== tool) {
      throw new UserError(
        "RUNA_NAME_CLASH",
        `${owner} was given two tools named "${tool.name}": ${other.origin}, and ${tool.origin}. Rename one with .with({ name: "another_name" }).`,
      );
    }
    known.set(tool.name, tool);
  }
  return [...known.values()];
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

/** Fails closed: a call that waits for people is refused. Rejects with the reason of the signal, at once. */
export function runTool(call: InteropCall, options: InteropOptions): Promise<ToolOutcome> {
  const { signal } = call;
  if (!signal) return run(call, options);
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    void run(call, options)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Those that are to be handed on. */
export function mediaOf({ media = [] }: ToolOutcome): readonly MediaPart[] {
  return media.filter(({ data, url }) => data !== undefined || url !== undefined);
}

async function run(
  { tool, input, callId = "call_1", signal, isApproved }: InteropCall,
  { context = {}, media = false }: InteropOptions,
): Promise<ToolOutcome> {
  const parts = typeof context === "function" ? context() : context;
  const outcome = await callOnce(tool, typeof input === "string" ? input : ((input ?? {}) as JsonObject), {
    ctx: { ...parts, ...(signal && { signal }) },
    callId,
    media,
    gate: createGate(callId, isApproved ? "approved" : undefined),
  });
  if (!isWaiting(outcome)) return media ? outcome : { ...outcome, media: [] };
  return {
    text: `error: "${tool.name}" waits for a person, who cannot be asked here, so it did not run`,
    isError: true,
  };
}

/** Whether a tool asks a person at all; which calls, its predicate says when they come. */
export function needsApproval({ options }: BoundTool): boolean {
  return options.needsApproval !== undefined && options.needsApproval !== false;
}
