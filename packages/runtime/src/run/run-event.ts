/** What a run tells whoever watches it, in the order in which it happens. */
import type { JsonObject } from "../manifest/index.ts";
import type { AssistantItem } from "../model/item.ts";
import type { FinishReason, ModelEvent } from "../model/model.ts";
import type { CustomEvent } from "../tool/custom-event.ts";
import type { Usage } from "../tool/usage.ts";
import type { Interruption } from "./interruption.ts";
import type { StopReason } from "./run.ts";

export interface RunEventOrigin {
  readonly runId: string;
  readonly agentName: string;
  /** Of a delegate's run: the run whose call started it. */
  readonly parentRunId?: string;
}

interface ToolEventOrigin extends RunEventOrigin {
  readonly callId: string;
  /** The tool's. */
  readonly name: string;
}

/**
 * One union on `type`. The events of a delegate's run stand among those of its caller. A run ends with `run_completed`, `run_paused` or `run_error`, unless it is aborted: then nothing follows. Each
 * `model_request_started` has one `model_request_completed`, unless the request fails; each `tool_call_started` has one
 * `tool_call_completed`, also for calls that are refused. Of calls that run side by side the order is that of the clock.
 */
export type RunEvent =
  | (RunEventOrigin & { readonly type: "run_started" })
  /** In place of `run_started`, where a paused run goes on. */
  | (RunEventOrigin & { readonly type: "run_continued" })
  /** The run waits for people. */
  | (RunEventOrigin & { readonly type: "run_paused"; readonly interruptions: readonly Interruption[] })
  /** `turn` counts from 1. */
  | (RunEventOrigin & { readonly type: "model_request_started"; readonly turn: number })
  | (RunEventOrigin & {
      readonly type: "model_request_completed";
      readonly turn: number;
      readonly finishReason: FinishReason;
      /** Of this request. */
      readonly usage: Usage;
    })
  /** The pieces of an answer while it arrives: `text_delta`, `reasoning_delta`, `tool_arguments_delta`; `retry`. */
  | (RunEventOrigin & ModelEvent)
  /** The result of a tool with `showResult`, and the blank line between it and other text. */
  | (RunEventOrigin & { readonly type: "text_delta"; readonly delta: string; readonly source: "tool" })
  /** The whole answer, with the calls that it asks for. */
  | (RunEventOrigin & { readonly type: "message"; readonly item: AssistantItem })
  /** `arguments`: empty where the model wrote no JSON object. */
  | (ToolEventOrigin & {
      readonly type: "tool_call_started";
      readonly arguments: JsonObject;
      /** With `coerceArguments`: JSON pointers to what the model had written as another type. */
      readonly coerced?: readonly string[];
    })
  /** A chunk of a generator tool. */
  | (ToolEventOrigin & { readonly type: "tool_output_delta"; readonly delta: string })
  /** What a generator tool yielded with `customEvent`. */
  | (ToolEventOrigin & { readonly type: "custom"; readonly event: CustomEvent })
  | (ToolEventOrigin & {
      readonly type: "tool_call_completed";
      /** What the model reads. */
      readonly text: string;
      /** What the function returned, whole. */
      readonly result: unknown;
      /** Present where the call failed or was refused. `cause`: what the function threw. */
      readonly error?: { readonly message: string; readonly cause?: unknown };
    })
  /** From now on another agent acts; `agentName` is the one that gave the conversation away. */
  | (RunEventOrigin & { readonly type: "handoff"; readonly to: string })
  | (RunEventOrigin & {
      readonly type: "run_completed";
      readonly output: string;
      /** Where the agent has an `outputType`. */
      readonly parsed?: unknown;
      readonly stopReason: StopReason;
      readonly usage: Usage;
    })
  | (RunEventOrigin & { readonly type: "run_error"; readonly error: Error; readonly stopReason: StopReason });

/** **Contract.** Called in order, and never throws. */
export type EmitRunEvent = (event: RunEvent) => void;
