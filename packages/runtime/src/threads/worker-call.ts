/** What passes between this thread and a worker: plain data, since the two share no memory. */
import type { Conversions, JsonObject, ParameterBinding, ParametersSchema } from "../manifest/index.ts";
import type { RunContextParts } from "../tool/run-context.ts";
import type { StatePatch } from "../tool/state-patch.ts";
import type { PortableError } from "./portable-error.ts";

export interface WorkerCall {
  /** URL of the module that answers calls in the worker. */
  readonly implementation: string;
  /** One number for each binding of this process, so that a worker prepares it once. */
  readonly bindingId: number;
  readonly toolName: string;
  /** URL of the tool's module. */
  readonly module: string;
  readonly export: string;
  readonly method?: string;
  readonly params: readonly ParameterBinding[];
  /** Present together, where arguments have to be converted. */
  readonly convert?: Conversions;
  readonly parameters?: ParametersSchema;
  readonly json: JsonObject;
  readonly injected: { readonly [name: string]: unknown };
  /** Present for a function that takes `ctx`. */
  readonly context?: ContextCopy;
  /** Eight bytes that the worker writes the time to, just before it calls the function. */
  readonly started: SharedArrayBuffer;
}

/** A copy of the run's context. Its signal stays behind: what aborts it terminates the thread. */
export interface ContextCopy extends Omit<Required<RunContextParts>, "signal" | "sessionId" | "userId"> {
  readonly sessionId: string | undefined;
  readonly userId: string | undefined;
}

/** What the call changed of the session state, whether it gave a result or not. */
interface StateChanges {
  readonly statePatch?: StatePatch;
}

export type WorkerAnswer =
  | (StateChanges & {
      readonly kind: "returned";
      /** What the model reads, made from the live value: a copy has lost its `toJSON`. */
      readonly text: string;
      readonly isError: boolean;
      /** A copy; of what cannot be copied, its JSON form; of a `ToolResult`, its parts. */
      readonly value: unknown;
      readonly isToolResult: boolean;
    })
  | (StateChanges & { readonly kind: "threw"; readonly error: PortableError })
  /** The function was not called, and never can be in a worker. */
  | { readonly kind: "unavailable"; readonly reason: string };

/** When the function was called; undefined while it has not been. */
export function startTime(started: SharedArrayBuffer): number | undefined {
  const time = Number(Atomics.load(new BigInt64Array(started), 0));
  return time === 0 ? undefined : time;
}

export function markStarted(started: SharedArrayBuffer): void {
  Atomics.store(new BigInt64Array(started), 0, BigInt(Date.now()));
}
