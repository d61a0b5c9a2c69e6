/**
 * Keeps what a function returned, for calls with the same arguments. It stands where the function does, so hooks see a
 * hit as they see a call. What cannot be read is as good as absent: no call fails for its cache.
 */

import { createHash, randomUUID } from "node:crypto";
import { errorMessage } from "../errors/error-message.ts";
import { warnOnce } from "../errors/warn-once.ts";
import type { Injection } from "../manifest/index.ts";
import type { CacheStore } from "../tool/cache-store.ts";
import { isToolResult } from "../tool/tool-result.ts";
import type { CallInProgress, CallResult } from "./call-in-progress.ts";
import { canonicalJson } from "./canonical-json.ts";
import { toModelText } from "./to-model-text.ts";

const FORMAT = 1;
const DEFAULT_TTL = 3_600_000;

/** Of these the key says nothing, and a result may depend on them. */
const NOT_IN_KEY: ReadonlySet<Injection> = new Set(["images", "videos", "audio", "files", "agent", "team"]);

/** One result: what the model reads, and its JSON form for the program. */
interface Entry {
  readonly format: typeof FORMAT;
  readonly key: string;
  readonly expires: number;
  readonly text: string;
  /** Absent for `undefined`. */
  readonly value?: unknown;
}

export interface CachedCall {
  readonly key: string;
  readonly ttl: number;
  readonly store: CacheStore | undefined;
}

/** Undefined where the result of this call is not kept. */
export function cachedCall(call: CallInProgress): CachedCall | undefined {
  const { tool, sentJson, environment } = call;
  const { cache, cacheTtl } = tool.options;
  if (!cache) return undefined;
  // A hook changed the arguments; a result of secrets may be one; the runtime fills in what the key cannot say.
  if (sentJson || tool.secret || tool.injects.some((name) => NOT_IN_KEY.has(name))) return undefined;
  const { userId, sessionId } = environment.ctx;
  const takesContext = tool.injects.includes("ctx");
  if (takesContext && userId === undefined && sessionId === undefined) return undefined;
  const options = cache === true ? {} : cache;
  try {
    const text = canonicalJson([
      FORMAT,
      environment.agentName,
      // Modules of two projects may have one path within them, and the folder of kept results is the user's.
      tool.place?.base ?? null,
      tool.origin,
      tool.name,
      tool.instance ? idOf(tool.instance) : null,
      call.json,
      takesContext ? [userId ?? null, sessionId ?? null] : null,
    ]);
    return {
      key: createHash("sha256").update(text).digest("hex"),
      ttl: options.ttl ?? cacheTtl ?? DEFAULT_TTL,
      store: options.store ?? environment.cache,
    };
  } catch {
    // Deeper than the stack.
    return undefined;
  }
}

const ids = new WeakMap<object, string>();

/** Of another folder, or another database, and nobody can tell which: what one instance said is no other's. */
function idOf(instance: object): string {
  const id = ids.get(instance) ?? randomUUID();
  ids.set(instance, id);
  return id;
}

/** @returns Undefined where the function has to be called. */
export async function readResult({ key, store }: CachedCall): Promise<CallResult | undefined> {
  try {
    const open = store ?? (await defaultStore());
    const text = await open.get(key);
    const entry = text === undefined ? undefined : parseEntry(text, key);
    if (entry && entry.expires > Date.now())
      return { kind: "returned", value: entry.value, said: { text: entry.text, isError: false } };
    if (text !== undefined) await open.delete(key);
  } catch (error) {
    warnOfFailure(error);
  }
  return undefined;
}

/** Only what a function returned whole: no failures, no media, nothing that was streamed. */
export async function keepResult(call: CallInProgress, cached: CachedCall, result: CallResult): Promise<void> {
  if (result.kind !== "returned" || result.wasStreamed || isToolResult(result.value)) return;
  const { text, isError } = result.said ?? toModelText(call.tool.name, result.value);
  const { redaction } = call.environment;
  if (isError || redaction.text(text) !== text) return;
  const { key, ttl } = cached;
  try {
    const value = jsonForm(result.value, text);
    const entry: Entry = {
      format: FORMAT,
      key,
      expires: Date.now() + ttl,
      text,
      ...(value !== undefined && { value }),
    };
    const open = cached.store ?? (await defaultStore());
    await open.set(key, JSON.stringify(entry), ttl);
  } catch (error) {
    warnOfFailure(error);
  }
}

/** The text of an object is its JSON. */
function jsonForm(value: unknown, text: string): unknown {
  if (value === undefined) return undefined;
  if (typeof value === "object" && value !== null) return JSON.parse(text);
  return typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value)) ? text : value;
}

function parseEntry(text: string, key: string): Entry | undefined {
  try {
    const entry: Partial<Entry> | null = JSON.parse(text);
    const isOurs = entry?.format === FORMAT && entry.key === key;
    return isOurs && typeof entry.text === "string" && typeof entry.expires === "number" ? (entry as Entry) : undefined;
  } catch {
    // Cut off, or written by somebody else.
    return undefined;
  }
}

let opened: Promise<CacheStore> | undefined;

function defaultStore(): Promise<CacheStore> {
  opened ??= import("../cache/file-cache.ts").then(({ fileCache }) => fileCache());
  return opened;
}

function warnOfFailure(error: unknown): void {
  const reason = errorMessage(error);
  warnOnce("RUNA_CACHE_FAILED", "", `The result cache does not work, and tools run without it: ${reason}`);
}
