/** When a failed request is sent again, and after how long. */
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpHeaders } from "./http-client.ts";

export interface RetryOptions {
  readonly maxRetries: number;
  /** On the clock of `performance.now()`: a wait that would end after it is not begun. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether this failure may pass by itself, and how long the server wants to be left alone. */
  readonly judge: (error: unknown) => RetryAdvice | undefined;
  readonly onRetry: (retry: Retry) => void;
}

export interface RetryAdvice {
  /** Milliseconds. Absent: back off. */
  readonly after?: number | undefined;
  readonly reason: string;
}

export interface Retry {
  /** 1 for the first repetition. */
  readonly attempt: number;
  readonly delay: number;
  readonly reason: string;
}

/** A server that asks for a longer wait than this is not waited for: the caller should know at once. */
export const LONGEST_WAIT = 60_000;

/** Calls `attempt` until it succeeds, fails for good, or has been repeated `maxRetries` times. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let repetition = 1; ; repetition++) {
    try {
      return await attempt();
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      const advice = repetition <= options.maxRetries ? options.judge(error) : undefined;
      if (advice === undefined) throw error;
      const delay = advice.after ?? backoff(repetition, Math.random());
      if (delay > LONGEST_WAIT || performance.now() + delay >= options.deadline) throw error;
      options.onRetry({ attempt: repetition, delay, reason: advice.reason });
      await pause(delay, options.signal);
    }
  }
}

/** 0.5 s, doubled for each repetition up to 8 s, less up to a quarter, so that clients do not come back together. */
export function backoff(repetition: number, random: number): number {
  return Math.min(500 * 2 ** (repetition - 1), 8_000) * (1 - random / 4);
}

/**
 * Whether a status is worth another try. `x-should-retry` decides where it is sent.
 *
 * 408 request timeout, 409 conflict (a lock, at the providers), 429 too many requests, and everything from 500 on.
 */
export function isRetryableStatus(status: number, headers: HttpHeaders): boolean {
  const word = first(headers["x-should-retry"]);
  if (word === "true" || word === "false") return word === "true";
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/**
 * The wait that the server asks for, in milliseconds: `retry-after-ms`, else `retry-after` in seconds or as a date.
 * `undefined` where there is none or it makes no sense, a date that has passed included.
 */
export function retryAfter(headers: HttpHeaders, now: number): number | undefined {
  const milliseconds = positive(first(headers["retry-after-ms"]));
  if (milliseconds !== undefined) return milliseconds;
  const text = first(headers["retry-after"]);
  const seconds = positive(text);
  if (seconds !== undefined) return seconds * 1_000;
  const date = text === undefined ? Number.NaN : Date.parse(text);
  return date > now ? date - now : undefined;
}

function positive(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  return value >= 0 && Number.isFinite(value) ? value : undefined;
}

function first(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}

async function pause(delay: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(delay, undefined, signal === undefined ? undefined : { signal });
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
}
