/** A model that says what a test wrote down. */
import type { JsonObject } from "../manifest/index.ts";
import type { ToolCall } from "../model/item.ts";
import type { FinishReason, Model, ModelRequest, ModelResponse } from "../model/model.ts";
import { NO_USAGE, type Usage } from "../tool/usage.ts";

/** A turn in short: what is left out is empty. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly reasoning?: string;
  readonly refusal?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** Default `stop`. */
  readonly finishReason?: FinishReason;
  /** Default: one request, no tokens; `totalTokens` are those of input and output. */
  readonly usage?: Partial<Usage>;
  /** Breaks off after what is above was streamed: the request fails with this. */
  readonly breaksOff?: Error;
}

export interface ScriptedToolCall {
  readonly name: string;
  /** An object, or the text that the model writes. Default `{}`. */
  readonly arguments?: JsonObject | string;
  /** Default `call_1`, `call_2` …, counted over all answers of the model. */
  readonly callId?: string;
}

/** A text; a turn; a whole response; an error to fail with; or what makes one of these from the request. */
export type ScriptedResponse =
  | string
  | ScriptedTurn
  | ModelResponse
  | Error
  | ((request: ModelRequest) => ScriptedResponse | Promise<ScriptedResponse>);

/**
 * Answers each request with the next response, and keeps the requests. Streams in pieces where a stream is asked for.
 *
 * @example
 * ```ts
 * const model = new ScriptedModel([{ toolCalls: [{ name: "getWeather", arguments: { city: "Oslo" } }] }, "It is sunny."]);
 * const run = await new Agent({ name: "weather", model, tools: [tools.getWeather] }).run("Oslo?");
 * expect(model.requests[1]?.items.at(-1)).toMatchObject({ type: "tool_result", text: "sunny" });
 * ```
 */
export class ScriptedModel implements Model {
  readonly provider: string = "scripted";
  readonly id: string = "scripted";
  /** In order, each with the items that it had when it was made. */
  readonly requests: ModelRequest[] = [];
  readonly #responses: readonly ScriptedResponse[];
  #calls = 0;

  constructor(responses: readonly ScriptedResponse[]) {
    this.#responses = responses;
  }

  async respond(request: ModelRequest): Promise<ModelResponse> {
    request.signal?.throwIfAborted();
    const index = this.requests.length;
    // The conversation goes on growing after the request.
    this.requests.push({ ...request, items: [...request.items] });
    const scripted = this.#responses[index];
    if (scripted === undefined) {
      throw new Error(
        `The scripted model was asked ${index + 1} times and has ${this.#responses.length} responses. Script another one, or end with a text.`,
      );
    }
    return untilAborted(this.#answer(scripted, request), request.signal);
  }

  async #answer(scripted: ScriptedResponse, request: ModelRequest): Promise<ModelResponse> {
    let current = scripted;
    while (typeof current === "function") current = await current(request);
    if (current instanceof Error) throw current;
    const turn: ScriptedTurn = typeof current === "string" ? { text: current } : "item" in current ? {} : current;
    const response = typeof current === "object" && "item" in current ? current : this.#toResponse(turn);
    if (request.stream) await streamPieces(response, request);
    if (turn.breaksOff) throw turn.breaksOff;
    return response;
  }

  #toResponse({
    text = "",
    reasoning,
    refusal,
    toolCalls: calls = [],
    finishReason = "stop",
    usage = {},
  }: ScriptedTurn): ModelResponse {
    const { inputTokens = 0, outputTokens = 0 } = usage;
    const toolCalls = calls.map((call): ToolCall => {
      this.#calls++;
      const { name, arguments: args = {}, callId = `call_${this.#calls}` } = call;
      return { callId, name, argumentsText: typeof args === "string" ? args : JSON.stringify(args) };
    });
    return {
      item: {
        type: "assistant",
        text,
        ...(reasoning !== undefined && { reasoning }),
        ...(refusal !== undefined && { refusal }),
        toolCalls,
      },
      finishReason,
      usage: { ...NO_USAGE, requests: 1, totalTokens: inputTokens + outputTokens, ...usage },
    };
  }
}

/** Words of the text, halves of the arguments, each in a turn of the event loop of its own. */
async function streamPieces({ item }: ModelResponse, { onEvent, signal }: ModelRequest): Promise<void> {
  const pause = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  };
  for (const delta of piecesOf(item.reasoning ?? "")) {
    onEvent?.({ type: "reasoning_delta", delta });
    await pause();
  }
  for (const delta of piecesOf(item.text)) {
    onEvent?.({ type: "text_delta", delta });
    await pause();
  }
  for (const { callId, name, argumentsText } of item.toolCalls) {
    const middle = Math.ceil(argumentsText.length / 2);
    for (const delta of [argumentsText.slice(0, middle), argumentsText.slice(middle)]) {
      if (delta) onEvent?.({ type: "tool_arguments_delta", callId, name, delta });
      await pause();
    }
  }
}

function piecesOf(text: string): readonly string[] {
  return text.match(/\s*\S+\s*/g) ?? (text ? [text] : []);
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
