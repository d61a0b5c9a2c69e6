/**
 * One request to a model, whatever the wire format: send, try again, read the answer as JSON or as a stream, and say
 * what went wrong. A wire format is the pure part: what to send, and what came.
 */
import { HttpError } from "../errors/http-error.ts";
import { ProviderError, type ProviderErrorFacts } from "../errors/provider-error.ts";
import { type HttpHeaders, type HttpResponse, post } from "../http/http-client.ts";
import { isRetryableStatus, retryAfter, withRetries } from "../http/retry.ts";
import { createEventDecoder, type EventDecoder, type ServerSentEvent } from "../http/server-sent-events.ts";
import type { ModelEvent, ModelRequest, ModelResponse } from "../model/model.ts";
import { BrokenAnswer, ReportedError, UnreadableAnswer } from "./answer-faults.ts";
import { isContextOverflow, SHORTEN } from "./context-overflow.ts";
import { hideSecrets } from "./hide-secrets.ts";
import { isPermanent, readErrorText, readErrorValue } from "./read-error.ts";
import { restoreAnswer } from "./restore-answer.ts";
import type { Answer, StreamReader, WireFormat } from "./wire-format.ts";

const DEFAULT_RETRIES = 2;
const DEFAULT_REQUEST_TIMEOUT = 600_000;
/** A model may reason for minutes without a word. Formats that send signs of life meanwhile say a shorter time. */
const DEFAULT_IDLE_TIMEOUT = 300_000;
/** Bytes of an answer that are kept to say what it was. */
const LONGEST_START = 4_096;

/** Carries out `request` in a wire format. Keeps the contract of `Model.respond`. */
export async function exchange(format: WireFormat, request: ModelRequest): Promise<ModelResponse> {
  const { settings, signal } = request;
  const timeout = settings.requestTimeout ?? DEFAULT_REQUEST_TIMEOUT;
  const clock = { timeout, deadline: performance.now() + timeout };
  let body = toBody(format.body);
  const attempt = () => ask(format, request, body, clock);
  return withRetries(
    async () => {
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          const other = error instanceof ProviderError ? format.withoutRefused?.(error) : undefined;
          if (other === undefined) throw error;
          body = toBody(other);
        }
      }
    },
    {
      maxRetries: settings.maxRetries ?? DEFAULT_RETRIES,
      deadline: clock.deadline,
      signal,
      judge: (error) =>
        error instanceof ProviderError && error.retryable
          ? { after: error.retryAfter, reason: error.message }
          : undefined,
      onRetry: (retry) => request.onEvent?.({ type: "retry", ...retry }),
    },
  );
}

/**
 * The halves of characters, as a tool leaves them that cuts a text anywhere: JSON can write them down, and providers refuse
 * the whole request for one. `JSON.stringify` writes nothing else as an escape of that range.
 */
const HALF = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;

function toBody(body: object): string {
  const json = JSON.stringify(body);
  if (!json.includes("\\ud")) return json;
  return json.replace(HALF, (written, half?: string) => (half === undefined ? written : "\uFFFD"));
}

/** What the errors of one attempt have in common. */
interface Attempt {
  readonly format: WireFormat;
  /** Something of the answer has reached the caller: it cannot be asked for again. */
  hasBegun: boolean;
  status?: number;
  requestId?: string | undefined;
}

interface Clock {
  readonly timeout: number;
  readonly deadline: number;
}

async function ask(format: WireFormat, request: ModelRequest, body: string, clock: Clock): Promise<ModelResponse> {
  const attempt: Attempt = { format, hasBegun: false };
  try {
    const response = await post({
      url: format.url,
      headers: format.headers,
      body,
      ...clock,
      idleTimeout: request.stream
        ? (request.settings.idleTimeout ?? format.idleTimeout ?? DEFAULT_IDLE_TIMEOUT)
        : clock.timeout,
      signal: request.signal,
    });
    attempt.status = response.status;
    attempt.requestId = requestIdOf(response.headers);
    const answer = await readAnswer(attempt, request, response);
    return attempt.requestId === undefined ? answer : { ...answer, requestId: attempt.requestId };
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason;
    throw toProviderError(attempt, error);
  }
}

async function readAnswer(attempt: Attempt, request: ModelRequest, response: HttpResponse): Promise<Answer> {
  const { status, headers } = response;
  if (status >= 300) {
    const text = await response.text();
    return salvage(attempt, request, parse(text)) ?? Promise.reject(toRefusal(attempt, status, headers, text));
  }
  try {
    if (request.stream && !contentTypeOf(headers).includes("application/json"))
      return await readStream(attempt, request, response);
    return finishWhole(attempt, request, readWhole(attempt, await response.text()));
  } catch (error) {
    const saved = error instanceof ReportedError ? salvage(attempt, request, error.body) : undefined;
    if (saved === undefined) throw error;
    return saved;
  }
}

function salvage(attempt: Attempt, request: ModelRequest, body: unknown): Answer | undefined {
  const answer = attempt.format.salvage?.(body);
  return answer === undefined ? undefined : finishWhole(attempt, request, answer);
}

/** An answer that came in one piece: restored, and reported in the events that a stream would have had. */
function finishWhole({ format }: Attempt, request: ModelRequest, answer: Answer): Answer {
  const restored = restoreAnswer(answer, format.tools, format.restoreOutput);
  if (request.stream && request.onEvent !== undefined) emitWhole(restored, request.onEvent);
  return restored;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

function readWhole({ format }: Attempt, text: string): Answer {
  const body = parse(text);
  if (body !== undefined) return format.fromResponse(body);
  // Some servers stream whatever they are asked for.
  if (EVENT_STREAM.test(text)) return readEvents(format, text);
  throw new UnreadableAnswer(readErrorText(text).message);
}

const EVENT_STREAM = /^\uFEFF?\s*(?:data|event|id|retry)?:/;

function readEvents(format: WireFormat, text: string): Answer {
  const reader = format.createStreamReader(() => {});
  let isDone = false;
  const decoder = createEventDecoder((event) => {
    isDone ||= pushEvent(reader, event);
  });
  decoder.push(Buffer.from(text));
  if (!isDone) finishDecoding(decoder);
  if (!isDone && !reader.isComplete()) throw new BrokenAnswer("the stream ended before the answer did.");
  return reader.finish();
}

function emitWhole({ item }: Answer, emit: (event: ModelEvent) => void): void {
  if (item.reasoning) emit({ type: "reasoning_delta", delta: item.reasoning });
  if (item.text !== "") emit({ type: "text_delta", delta: item.text });
  for (const { callId, name, argumentsText } of item.toolCalls)
    if (argumentsText !== "") emit({ type: "tool_arguments_delta", callId, name, delta: argumentsText });
}

async function readStream(attempt: Attempt, request: ModelRequest, response: HttpResponse): Promise<Answer> {
  const { onEvent } = request;
  const { tools } = attempt.format;
  const reader = attempt.format.createStreamReader((event) => {
    attempt.hasBegun = true;
    if (event.type === "tool_arguments_delta") onEvent?.({ ...event, name: tools.toNeutralName(event.name) });
    else onEvent?.(event);
  });
  let isDone = false;
  // Some proxies answer with the whole, and do not say so.
  let whole: Buffer[] | undefined;
  let beginning = "";
  let start = Buffer.alloc(0);
  let hasEvents = false;
  const decoder = createEventDecoder((event) => {
    hasEvents = true;
    isDone ||= pushEvent(reader, event);
  });
  try {
    await response.read((chunk) => {
      // Blanks in front are signs of life, and say nothing of what follows.
      if (beginning === "") {
        beginning = chunk
          .toString("utf8")
          .replace(/^\uFEFF/, "")
          .trimStart();
        if (/^[{[<]/.test(beginning)) whole = [];
      }
      if (start.length < LONGEST_START) start = Buffer.concat([start, chunk]);
      if (whole === undefined) decoder.push(chunk);
      else whole.push(chunk);
      return isDone;
    });
    if (whole !== undefined)
      return finishWhole(attempt, request, readWhole(attempt, Buffer.concat(whole).toString("utf8")));
    if (!isDone) finishDecoding(decoder);
  } catch (error) {
    // A connection that breaks or falls silent behind the end of the answer takes nothing away from it.
    if (!(error instanceof HttpError && reader.isComplete())) throw error;
  }
  if (!isDone && !reader.isComplete()) {
    if (!hasEvents && !isEventStream(response.headers, start.toString("utf8")))
      throw new UnreadableAnswer(readErrorText(start.toString("utf8")).message);
    throw new BrokenAnswer("the stream ended before the answer did.");
  }
  return restoreAnswer(reader.finish(), attempt.format.tools, attempt.format.restoreOutput);
}

/** An error may be told in words, where data is JSON otherwise. */
function pushEvent(reader: StreamReader, event: ServerSentEvent): boolean {
  if (event.event === "error" && parse(event.data) === undefined) throw new ReportedError({ error: event.data });
  return reader.push(event);
}

/** Whether an answer without events could have been the beginning of some. */
function isEventStream(headers: HttpHeaders, start: string): boolean {
  if (start.trim() === "") return contentTypeOf(headers).includes("text/event-stream");
  return /^\uFEFF?(?:data|event|id|retry)?:/m.test(start);
}

/** The stream may have been cut in the middle of its last event. */
function finishDecoding(decoder: EventDecoder): void {
  try {
    decoder.end();
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
  }
}

function toRefusal(attempt: Attempt, status: number, headers: HttpHeaders, text: string): ProviderError {
  const error = readErrorText(text);
  attempt.requestId ??= error.requestId;
  const after = retryAfter(headers, Date.now()) ?? error.retryAfter;
  const isLimit = status === 429 && after === undefined && attempt.format.limitWithoutWaitIsPermanent === true;
  const isFinal = (isPermanent(error.code) || isLimit) && headers["x-should-retry"] !== "true";
  const isTooLong = isContextOverflow({ ...error, status });
  return fail(attempt, {
    failure: isTooLong ? "context_overflow" : "refused",
    detail: error.message,
    status,
    providerCode: error.code,
    retryable: isRetryableStatus(status, headers) && !isFinal && !isTooLong,
    retryAfter: after,
    advice: isTooLong ? SHORTEN : advise(attempt.format, status, headers, error.message),
  });
}

function toProviderError(attempt: Attempt, error: unknown): unknown {
  if (error instanceof HttpError) {
    const isTimeout = error.failure === "idle_timeout" || error.failure === "request_timeout";
    const failure = isTimeout ? "timeout" : error.failure === "reset" && attempt.status ? "broken_off" : "unreachable";
    const retryable = error.failure !== "invalid_request" && !attempt.hasBegun;
    return fail(attempt, { failure, detail: error.message, retryable, cause: error });
  }
  if (error instanceof ReportedError) {
    const body = readErrorValue(error.body) ?? { message: JSON.stringify(error.body) };
    const status = body.status ?? STATUS_OF_CODE[body.code ?? ""];
    const isTooLong = isContextOverflow(body);
    const mayPass = !isTooLong && !isPermanent(body.code) && status !== undefined && isRetryableStatus(status, {});
    return fail(attempt, {
      failure: isTooLong ? "context_overflow" : "refused",
      detail: body.message,
      status,
      providerCode: body.code,
      retryable: mayPass && !attempt.hasBegun,
      retryAfter: body.retryAfter,
      advice: isTooLong ? SHORTEN : undefined,
    });
  }
  if (error instanceof BrokenAnswer)
    return fail(attempt, { failure: "broken_off", detail: error.message, retryable: !attempt.hasBegun });
  // Arguments that a model nested some ten thousand deep can be parsed, but not written again.
  const tooDeep = error instanceof RangeError ? "it is nested too deep." : undefined;
  const unreadable = error instanceof UnreadableAnswer ? error.message : tooDeep;
  if (unreadable !== undefined)
    return fail(attempt, {
      failure: "unreadable",
      detail: unreadable,
      retryable: false,
      advice: `${addressOf(attempt.format.url)} was asked: is the base URL right?`,
    });
  return error;
}

/** The statuses of error codes that arrive inside a stream, where there is no status. */
const STATUS_OF_CODE: { readonly [code: string]: number } = {
  overloaded_error: 529,
  api_error: 500,
  timeout_error: 504,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  server_error: 500,
  internal_server_error: 500,
  invalid_request_error: 400,
};

function fail(
  { format, requestId }: Attempt,
  facts: Omit<ProviderErrorFacts, "provider" | "model" | "requestId">,
): ProviderError {
  return new ProviderError({
    ...facts,
    provider: format.provider,
    model: format.model,
    requestId,
    detail: hideSecrets(facts.detail, format.headers),
  });
}

function advise(format: WireFormat, status: number, headers: HttpHeaders, message: string): string | undefined {
  const own = format.advise?.(status, message);
  if (own !== undefined) return own;
  if (status < 400) return `It redirects to ${String(headers.location)}: set the base URL to the final address.`;
  if (status === 401) return "Check the API key.";
  if (/parse grammar|initialize samplers/i.test(message))
    return "The server could make no grammar of the tools: offer fewer of them, or simpler parameters.";
  if (status === 413)
    return "The request is too large: send fewer or smaller pictures and files, or a shorter conversation.";
  if (status === 404) return `Check the model's name and the base URL: ${addressOf(format.url)} was asked.`;
  return undefined;
}

/** Without the query, which may hold a key. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function contentTypeOf(headers: HttpHeaders): string {
  return String(headers["content-type"] ?? "").toLowerCase();
}

function requestIdOf(headers: HttpHeaders): string | undefined {
  const id = headers["x-request-id"] ?? headers["request-id"];
  return typeof id === "string" ? id : undefined;
}
