/** What passes between this thread and a worker: plain data, since the two share no memory. */
import type { Conversions, JsonObject, ParameterBinding, ParametersSchema } from "../manifest/index.ts";
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
  /** Eight bytes that the worker writes the time to, just before it calls the function. */
  readonly started: SharedArrayBuffer;
}

export type WorkerAnswer =
  | {
      readonly kind: "returned";
      /** What the model reads, made from the live value: a copy has lost its `toJSON`. */
      readonly text: string;
      readonly isError: boolean;
      /** A copy; of what cannot be copied, its JSON form. */
      readonly value: unknown;
    }
  | { readonly kind: "threw"; readonly error: PortableError }
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
