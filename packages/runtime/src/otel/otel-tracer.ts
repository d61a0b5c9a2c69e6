/**
 * Spans of a run as spans of OpenTelemetry, by the semantic conventions for generative AI
 * (https://opentelemetry.io/docs/specs/semconv/gen-ai/). The names are written out here: the package that has them as
 * constants keeps these among its unstable ones.
 */
import {
  type Attributes,
  context,
  type Tracer as OtelSource,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Usage } from "../tool/usage.ts";
import type { Span, SpanContent, SpanEnd, SpanStart, Tracer } from "../tracing/tracer.ts";
import { finishReasonOf, toInputMessages, toOutputMessages } from "./messages.ts";

export function createOtelTracer(source: OtelSource, recordContent: boolean): Tracer {
  const otelSpans = new WeakMap<Span, OtelSpan>();
  return {
    start: (start, parent) => {
      const around = parent && otelSpans.get(parent);
      const inside = around ? trace.setSpan(context.active(), around) : context.active();
      const attributes = attributesOf(start);
      const options = { kind: start.kind === "model" ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes };
      const otelSpan = source.startSpan(nameOf(start), options, inside);
      const span: Span = {
        within: (work) => context.with(trace.setSpan(context.active(), otelSpan), work),
        end: (outcome) => endSpan(otelSpan, outcome, recordContent),
      };
      otelSpans.set(span, otelSpan);
      return span;
    },
  };
}

function nameOf(start: SpanStart): string {
  switch (start.kind) {
    case "agent":
      return `invoke_agent ${start.agentName}`;
    case "model":
      return `chat ${start.model}`;
    case "tool":
      return `execute_tool ${start.name}`;
  }
}

function attributesOf(start: SpanStart): Attributes {
  switch (start.kind) {
    case "agent":
      return {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.provider.name": providerNameOf(start.provider),
        "gen_ai.agent.name": start.agentName,
        "gen_ai.request.model": start.model,
        "runa.run.id": start.runId,
        ...(start.sessionId !== undefined && { "gen_ai.conversation.id": start.sessionId }),
      };
    case "model": {
      const { temperature, topP, maxOutputTokens } = start.settings;
      return {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": providerNameOf(start.provider),
        "gen_ai.request.model": start.model,
        ...(temperature !== undefined && { "gen_ai.request.temperature": temperature }),
        ...(topP !== undefined && { "gen_ai.request.top_p": topP }),
        ...(maxOutputTokens !== undefined && { "gen_ai.request.max_tokens": maxOutputTokens }),
      };
    }
    case "tool":
      return {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": start.name,
        "gen_ai.tool.call.id": start.callId,
        "gen_ai.tool.type": "function",
        ...(start.description && { "gen_ai.tool.description": start.description }),
      };
  }
}

/** The conventions name vendors, our models their wire formats. Those of other vendors go by the format that they share. */
function providerNameOf(provider: string): string {
  if (provider.startsWith("openai-")) return "openai";
  return provider === "gemini" ? "gcp.gemini" : provider;
}

function endSpan(
  span: OtelSpan,
  { stopReason, finishReason, usage, coerced, error, content }: SpanEnd,
  recordContent: boolean,
): void {
  try {
    if (stopReason !== undefined) span.setAttribute("runa.run.stop_reason", stopReason);
    if (usage) span.setAttributes(usageAttributes(usage));
    if (coerced) span.setAttribute("runa.tool.coerced", [...coerced]);
    const said = recordContent ? content?.() : undefined;
    if (finishReason !== undefined) span.setAttribute("gen_ai.response.finish_reasons", [finishReason]);
    if (said) span.setAttributes(contentAttributes(said, finishReason));
    if (error) {
      span.setAttribute("error.type", error.type);
      const message = said?.errorMessage ?? said?.result ?? error.message;
      span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
    }
  } finally {
    span.end();
  }
}

function usageAttributes(usage: Usage): Attributes {
  return {
    "gen_ai.usage.input_tokens": usage.inputTokens,
    "gen_ai.usage.output_tokens": usage.outputTokens,
    ...(usage.cachedInputTokens > 0 && { "gen_ai.usage.cache_read.input_tokens": usage.cachedInputTokens }),
    ...(usage.cacheWriteInputTokens > 0 && { "gen_ai.usage.cache_creation.input_tokens": usage.cacheWriteInputTokens }),
    ...(usage.reasoningTokens > 0 && { "gen_ai.usage.reasoning.output_tokens": usage.reasoningTokens }),
  };
}

/** Structured values are JSON texts: attributes of spans are flat. */
function contentAttributes(said: SpanContent, finishReason: SpanEnd["finishReason"]): Attributes {
  const { instructions, input, output, arguments: args, result } = said;
  return {
    ...(instructions && {
      "gen_ai.system_instructions": JSON.stringify([{ type: "text", content: instructions }]),
    }),
    ...(input && { "gen_ai.input.messages": JSON.stringify(toInputMessages(input)) }),
    ...(output !== undefined && {
      "gen_ai.output.messages": JSON.stringify(toOutputMessages(output, finishReasonOf(output, finishReason))),
    }),
    ...(args && { "gen_ai.tool.call.arguments": JSON.stringify(args) }),
    ...(result !== undefined && { "gen_ai.tool.call.result": result }),
  };
}
