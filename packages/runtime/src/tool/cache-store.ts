/** Where results of tools are kept between calls. */
import type { OptionCheck } from "../errors/assert-options.ts";

/**
 * **Contract.** Keys are 64 hexadecimal digits, values are texts that may hold what users wrote. Each method may be
 * asynchronous. What it throws is told to the developer and makes the call run as if nothing were kept; so does a value
 * that is not the one that was set.
 */
export interface CacheStore {
  /** Undefined for a key that was never set, or is gone. */
  get(key: string): string | undefined | Promise<string | undefined>;
  /** @param ttl Milliseconds after which the value is not asked for again, and may be dropped. */
  set(key: string, value: string, ttl: number): void | Promise<void>;
  delete(key: string): void | Promise<void>;
  clear(): void | Promise<void>;
}

export interface CacheOptions {
  /** Milliseconds. Default: `cacheTtl`, else an hour. */
  readonly ttl?: number;
  /** Default: the agent's, else files below the user's cache folder. */
  readonly store?: CacheStore;
}

const METHODS: readonly (keyof CacheStore)[] = ["get", "set", "delete", "clear"];

export const aCacheStore: OptionCheck = (value) =>
  typeof value === "object" && value !== null && METHODS.every((name) => typeof Reflect.get(value, name) === "function")
    ? undefined
    : "must have the methods get, set, delete and clear";
