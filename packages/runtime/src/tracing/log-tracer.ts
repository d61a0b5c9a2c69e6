/** Spans as lines of the log: names and numbers at `info`, what was said at `debug`. */
import { activeLogger, type LogFacts } from "../logging/logger.ts";
import type { SpanContent, SpanEnd, SpanStart, Tracer } from "./tracer.ts";

const NAMES: { readonly [Kind in SpanStart["kind"]]: string } = {
  agent: "run",
  model: "model request",
  tool: "tool call",
};

export function createLogTracer(): Tracer {
  return {
    start: (start) => {
      const name = NAMES[start.kind];
      const facts = factsOf(start);
      const began = performance.now();
      activeLogger()?.info(`${name} started`, facts);
      return {
        within: (work) => work(),
        end: (outcome) => {
          const milliseconds = Math.round(performance.now() - began);
          const logger = activeLogger();
          logger?.info(`${name} ${outcome.error ? "failed" : "completed"}`, {
            ...facts,
            ...endFactsOf(outcome),
            milliseconds,
          });
          if (outcome.content) logger?.debug(`${name} content`, { ...facts, ...contentOf(outcome.content()) });
        },
      };
    },
  };
}

function factsOf(start: SpanStart): LogFacts {
  const { runId, agentName } = start;
  switch (start.kind) {
    case "agent":
      return { runId, agentName };
    case "model":
      return { runId, agentName, model: start.model, turn: start.turn };
    case "tool":
      return { runId, agentName, name: start.name, callId: start.callId };
  }
}

function endFactsOf({ stopReason, finishReason, usage, coerced, error }: SpanEnd): LogFacts {
  return {
    ...(coerced && { coerced }),
    ...(stopReason !== undefined && { stopReason }),
    ...(finishReason !== undefined && { finishReason }),
    ...(usage && { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }),
    ...(error && { error: error.type, reason: error.message }),
  };
}

/** Of a conversation only what is new. */
function contentOf({ instructions: _instructions, input, output, ...rest }: SpanContent): LogFacts {
  const said = typeof output === "object" ? { text: output.text, toolCalls: output.toolCalls } : output;
  return { ...rest, ...(input && { last: input.at(-1) }), ...(said !== undefined && { output: said }) };
}
