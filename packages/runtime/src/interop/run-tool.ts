/** A call that another framework makes: the way of every call, and its outcome as that framework wants it. */
import { isWaiting, refuse, type ToolOutcome } from "../call/call-in-progress.ts";
import { callOnce, createGate } from "../call/invoke-tool.ts";
import { aBoolean, anObject, assertOptions, type OptionChecks } from "../errors/assert-options.ts";
import { errorMessage } from "../errors/error-message.ts";
import type { JsonObject } from "../manifest/index.ts";
import type { MediaPart } from "../model/item.ts";
import { askForContext, assertContextParts } from "../tool/caller-context.ts";
import { type OpenedEntries, openEntries } from "../tool/open-entries.ts";
import { refuseSource } from "../tool/refuse-entry.ts";
import { resolveTools } from "../tool/resolve-tools.ts";
import { RunContext, type RunContextParts } from "../tool/run-context.ts";
import { type BoundTool, isTool } from "../tool/tool.ts";
import { readEntries, type ToolEntry } from "../tool/tool-entry.ts";
import { isToolSource, type ToolSource } from "../tool/tool-source.ts";
import { isToolkit, toolkitTools } from "../tool/toolkit.ts";

export interface InteropOptions {
  /** What tools with a `ctx` parameter get, or a function that gives it for each call. Default: a context without values. */
  readonly context?: RunContextParts | (() => RunContextParts | Promise<RunContextParts>);
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

/** The `tools` of a generated binding, or a list as an agent takes it, without MCP servers. */
export type InteropTools = readonly ToolEntry[] | object;

/** A tool, and the toolkit that has to be connected for its calls. */
export interface InteropTool {
  readonly tool: BoundTool;
  readonly source: ToolSource | undefined;
}

/**
 * @throws UserError for an option that does not exist or does not fit, for what is no tool, for two of one name, and for
 * an MCP server: another framework wants to know the tools at once.
 */
export function toolsOf(tools: InteropTools, options: InteropOptions, owner: string): readonly InteropTool[] {
  assertOptions<InteropOptions>(options, CHECKS, owner);
  if (typeof options.context === "object") assertContextParts(options.context, owner);
  const entries = readEntries(tools, owner);
  const sources = new Map(entries.filter(isToolSource).flatMap((source) => toolsOfSource(source, owner)));
  return [...resolveTools(entries, owner).values()].map((tool) => ({ tool, source: sources.get(tool) }));
}

function toolsOfSource(source: ToolSource, owner: string): (readonly [BoundTool, ToolSource])[] {
  if (isToolkit(source)) return source[toolkitTools]().map((tool) => [tool, source]);
  throw refuseSource(source, owner, "Give the framework's own MCP client the server.");
}

export interface InteropCall extends InteropTool {
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

async function run(call: InteropCall, { context = {}, media = false }: InteropOptions): Promise<ToolOutcome> {
  const { tool, source, input, callId = "call_1", signal, isApproved } = call;
  let ctx: RunContextParts;
  let opened: OpenedEntries;
  try {
    const parts =
      typeof context === "function" ? await askForContext(context, "The tools of another framework") : context;
    ctx = { ...parts, ...(signal && { signal }) };
    opened = await openEntries(source ? [source] : [], { ctx: new RunContext(ctx) });
  } catch (error) {
    return refuse(errorMessage(error));
  }
  try {
    // A toolkit may make its tools anew when it connects.
    const reached = source ? opened.entries.filter(isTool).find(({ name }) => name === tool.name) : tool;
    if (!reached) return refuse(`"${tool.name}" cannot be reached now, so it did not run`);
    const outcome = await callOnce(reached, typeof input === "string" ? input : ((input ?? {}) as JsonObject), {
      ctx,
      callId,
      media,
      gate: createGate(callId, isApproved ? "approved" : undefined),
    });
    if (isWaiting(outcome))
      return refuse(`"${tool.name}" waits for a person, who cannot be asked here, so it did not run`);
    return media ? outcome : { ...outcome, media: [] };
  } finally {
    await opened.close();
  }
}

/** Whether a tool asks a person at all; which calls, its predicate says when they come. */
export function needsApproval({ options }: BoundTool): boolean {
  return options.needsApproval !== undefined && options.needsApproval !== false;
}
