/** The words and the code in an error body, in whatever of the known forms it comes. Pure. */
import { isObject, listOf, textOf, type WireObject } from "./wire-values.ts";

export interface ErrorBody {
  readonly message: string;
  readonly code?: string;
  /** An HTTP status that the body names: some servers answer 200 and put the failure into the body. */
  readonly status?: number;
  /** Anthropic says it here as well as in a header. */
  readonly requestId?: string;
  /** Milliseconds. Gemini says it here and in no header. */
  readonly retryAfter?: number;
}

/** Codes of a 429 that waiting does not lift: the account has to be topped up. */
const PERMANENT_CODES = new Set([
  "insufficient_quota",
  "billing_hard_limit_reached",
  "billing_not_active",
  "exceeded_current_quota_error",
]);

export function isPermanent(code: string | undefined): boolean {
  return code !== undefined && PERMANENT_CODES.has(code);
}

/** Reads the text of an error answer. What is not JSON is quoted in part: a page of a proxy, mostly. */
export function readErrorText(text: string): ErrorBody {
  try {
    const body = readErrorValue(JSON.parse(text));
    if (body !== undefined) return body;
  } catch {
    // Not JSON: quoted below.
  }
  const isPage = /^\s*</.test(text);
  const words = (isPage ? (/<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? "") : text).replace(/\s+/g, " ").trim();
  const quoted = words.length > 300 ? `${words.slice(0, 300)}…` : words;
  if (!isPage) return { message: quoted === "" ? "the answer has no body." : quoted };
  return { message: `the answer is a web page${quoted === "" ? "" : `, "${quoted}"`}, not JSON.` };
}

/**
 * Reads `{"error":{…}}`, the same in a list, `{"error":"text"}`, `{"type":"error",…}`, a flat `{"message","code"}` and
 * `{"detail":…}`. `undefined` where the value is no error.
 */
export function readErrorValue(value: unknown): ErrorBody | undefined {
  const body = Array.isArray(value) ? value[0] : value;
  if (!isObject(body)) return undefined;
  const { error } = body;
  if (typeof error === "string" && error !== "") return { message: error };
  if (isObject(error)) {
    const requestId = textOf(body.request_id);
    return { ...fromFields(error), ...(requestId === "" ? undefined : { requestId }) };
  }
  if (typeof body.message === "string") return fromFields(body);
  if (body.detail !== undefined)
    return { message: typeof body.detail === "string" ? body.detail : JSON.stringify(body.detail) };
  return undefined;
}

function fromFields(error: WireObject): ErrorBody {
  // `code` is a word at OpenAI, a status at Gemini and OpenRouter, absent at Anthropic, whose `type` is the word.
  const code = [error.code, error.status, error.type].find(
    (word) => typeof word === "string" && word !== "" && word !== "error",
  );
  const status = [error.code, error.status_code, error.status].find((number) => typeof number === "number");
  const retryAfter = readRetryDelay(error);
  return {
    message: textOf(error.message) || JSON.stringify(error),
    ...(typeof code === "string" ? { code } : undefined),
    ...(typeof status === "number" && status >= 400 && status < 600 ? { status } : undefined),
    ...(retryAfter === undefined ? undefined : { retryAfter }),
  };
}

/** `details: [{"@type": "…RetryInfo", "retryDelay": "34.4s"}]`. */
function readRetryDelay(error: WireObject): number | undefined {
  for (const detail of listOf(error.details)) {
    const match = isObject(detail) ? /^(\d+(?:\.\d+)?)s$/.exec(textOf(detail.retryDelay)) : null;
    if (match?.[1] !== undefined) return Number(match[1]) * 1_000;
  }
  return undefined;
}
