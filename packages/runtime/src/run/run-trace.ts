/** The spans of one run. There is none of these where nobody listens. */

import type { CallInProgress, CallListener, ToolOutcome } from "../call/call-in-progress.ts";
import { shownArguments, shownOutcome } from "../call/shown-call.ts";
import { errorMessage } from "../errors/error-message.ts";
import { isRunaError } from "../errors/runa-error.ts";
import type { AssistantItem, Item } from "../model/item.ts";
import type { ModelRequest, ModelResponse } from "../model/model.ts";
import type { BoundTool } from "../tool/tool.ts";
import { type OpenSpan, startSpan } from "../tracing/open-span.ts";
import type { SpanContent, SpanError } from "../tracing/tracer.ts";
import type { RunPlan } from "./plan.ts";
import type { Run } from "./run.ts";
import type { RunProgress } from "./run-progress.ts";

export function startRunTrace(progress: RunProgress): RunTrace | undefined {
  const { acting, runId, ctx } = progress;
  const { provider, id: model } = acting.model;
  const { agentName } = acting;
  const span = startSpan({ kind: "agent", runId, agentName, provider, model, sessionId: ctx.sessionId });
  return span && new RunTrace(progress, span);
}

export class RunTrace {
  readonly #progress: RunProgress;
  readonly #span: OpenSpan;
  readonly #openSpans = new Set<OpenSpan>();
  readonly #calls = new Map<CallInProgress, OpenSpan>();
  /** Of all agents that have acted, those with secrets. */
  readonly #tools = new Map<string, BoundTool>();

  constructor(progress: RunProgress, span: OpenSpan) {
    this.#progress = progress;
    this.#span = span;
  }

  /** The whole run happens in its span. */
  within<T>(work: () => T): T {
    return this.#span.within(work);
  }

  /** One request; the answer's own failure is its end too. */
  async request(plan: RunPlan, turn: number, request: ModelRequest): Promise<ModelResponse> {
    const { runId } = this.#progress;
    for (const [name, tool] of plan.tools) if (tool.secret) this.#tools.set(name, tool);
    const { agentName, model } = plan;
    const { settings } = request;
    const span = this.#start({
      kind: "model",
      runId,
      agentName,
      provider: model.provider,
      model: model.id,
      turn,
      settings,
    });
    // The conversation goes on growing after the request.
    const items = [...request.items];
    try {
      const response = await (span ? span.within(() => model.respond(request)) : model.respond(request));
      // A model of the program may give nothing at all, which the loop tells it.
      if (!response?.item) return response;
      const { finishReason, usage } = response;
      const answer = response.item;
      const content = (): SpanContent => {
        // What the answer shows to be secret is secret in what was said before, too.
        const output = this.#shownItem(answer) as AssistantItem;
        return {
          instructions: this.#text(request.instructions),
          input: items.map((item) => this.#shownItem(item)),
          output,
        };
      };
      this.#end(span, { finishReason, usage, content });
      return response;
    } catch (error) {
      this.#end(span, {
        error: this.#errorOf(error),
        content: () => ({ errorMessage: this.#text(errorMessage(error)) }),
      });
      throw error;
    }
  }

  /** Runs one call in a span of its own. */
  call<T>(call: CallInProgress, work: () => T): T {
    const span = this.#startCall(call);
    if (!span) return work();
    this.#calls.set(call, span);
    return span.within(work);
  }

  /** Tells of what becomes of the calls. */
  get onCallCompleted(): CallListener["onCompleted"] {
    return (call, outcome) => {
      const running = this.#calls.get(call);
      this.#calls.delete(call);
      this.#end(running ?? this.#startCall(call), {
        ...(outcome.isError && { error: this.#errorOfCall(outcome, running !== undefined) }),
        ...(call.coerced.length > 0 && { coerced: call.coerced }),
        content: () => ({ arguments: shownArguments(call), result: shownOutcome(call, outcome).text }),
      });
    };
  }

  end({ stopReason, output, errorCause }: Pick<Run, "stopReason" | "output" | "errorCause">): void {
    const { usage, newItems, items } = this.#progress;
    // A run without a reason to stop is paused: what its calls wait for is no error.
    for (const span of this.#openSpans) span.end(stopReason === undefined ? {} : { error: { type: "cancelled" } });
    const input = items.slice(0, items.length - newItems.length);
    this.#span.end({
      ...(stopReason !== undefined && { stopReason }),
      usage,
      ...(errorCause !== undefined && { error: this.#errorOf(errorCause) }),
      content: () => ({
        input: input.map((item) => this.#shownItem(item)),
        ...(output !== undefined && { output: this.#text(output) }),
        ...(errorCause !== undefined && { errorMessage: this.#text(errorMessage(errorCause)) }),
      }),
    });
  }

  #start(start: Parameters<typeof startSpan>[0]): OpenSpan | undefined {
    const span = startSpan(start, this.#span);
    if (span) this.#openSpans.add(span);
    return span;
  }

  #startCall(call: CallInProgress): OpenSpan | undefined {
    const { runId } = this.#progress;
    const { name, callId } = call.toolCall;
    const description = call.knownTool?.definition.description;
    return this.#start({ kind: "tool", runId, agentName: call.environment.agentName, name, callId, description });
  }

  #end(span: OpenSpan | undefined, outcome: Parameters<OpenSpan["end"]>[0]): void {
    if (!span) return;
    this.#openSpans.delete(span);
    span.end(outcome);
  }

  #errorOfCall({ error }: ToolOutcome, hasRun: boolean): SpanError {
    if (error === undefined) return { type: hasRun ? "cancelled" : "refused" };
    return { type: typeOf(error) };
  }

  /** Our own messages hold no contents. */
  #errorOf(error: unknown): SpanError {
    return { type: typeOf(error), ...(isRunaError(error) && { message: this.#text(error.message) }) };
  }

  #text(text: string): string {
    return this.#progress.redaction.text(text);
  }

  #shownItem(item: Item): Item {
    switch (item.type) {
      case "assistant": {
        const { raw: _raw, ...shown } = this.#progress.redaction.answer(item, this.#tools);
        return { ...shown, text: this.#text(shown.text) };
      }
      case "tool_result":
        return { ...item, text: this.#text(item.text) };
      case "user": {
        if (typeof item.content === "string") return { ...item, content: this.#text(item.content) };
        const content = item.content.map((part) =>
          part.type === "text" ? { ...part, text: this.#text(part.text) } : part,
        );
        return { ...item, content };
      }
    }
  }
}

function typeOf(error: unknown): string {
  if (isRunaError(error)) return error.code;
  return error instanceof Error ? error.name : typeof error;
}
