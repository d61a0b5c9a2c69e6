/** The data of a stream's event as an object. */
import { UnreadableAnswer } from "./answer-faults.ts";
import { isObject, type WireObject } from "./wire-values.ts";

/**
 * `undefined` for empty data, which some proxies send to keep a connection open, and for the end mark of Chat Completions,
 * which some put behind streams of every format.
 */
export function parseEvent(data: string): WireObject | undefined {
  if (data.trim() === "" || data === "[DONE]") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw new UnreadableAnswer(`an event of the stream is no JSON: ${data.slice(0, 200)}`);
  }
  return isObject(value) ? value : undefined;
}
