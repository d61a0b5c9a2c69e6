/** Switches the tracing of all runs on and off. */
import { type TracerProvider, trace } from "@opentelemetry/api";
import { aBoolean, assertOptions, type OptionChecks } from "../errors/assert-options.ts";
import { addTracer } from "../tracing/open-span.ts";
import { createOtelTracer } from "./otel-tracer.ts";

export interface TracingOptions {
  /** Default: the one that is registered globally, whenever that happens. */
  readonly tracerProvider?: TracerProvider;
  /**
   * Also record what is said: instructions, messages, arguments, results, messages of errors. Default: whether
   * `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` is `true`. What is tagged `@secret`, or named by an agent's
   * option `redact`, is hidden in any case.
   */
  readonly recordContent?: boolean;
}

const CHECKS: OptionChecks<TracingOptions> = {
  tracerProvider: (value) =>
    typeof value === "object" && value !== null && "getTracer" in value ? undefined : "must be a TracerProvider",
  recordContent: aBoolean,
};

/**
 * From now on every run of every agent in this process has spans: `invoke_agent`, in it `chat` for each answer of the
 * model and `execute_tool` for each call. The run itself is a child of the span that is active when it starts, and the
 * code of a tool runs in the span of its call.
 *
 * @returns What switches it off again.
 * @throws UserError for an option that does not exist or does not fit.
 *
 * @example
 * ```ts
 * import { startTracing } from "@runa/runtime/otel";
 *
 * startTracing({ recordContent: process.env.NODE_ENV !== "production" });
 * ```
 */
export function startTracing(options: TracingOptions = {}): () => void {
  assertOptions<TracingOptions>(options, CHECKS, "startTracing");
  const provider = options.tracerProvider ?? trace.getTracerProvider();
  const recordContent =
    options.recordContent ?? process.env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT === "true";
  return addTracer(createOtelTracer(provider.getTracer("@runa/runtime"), recordContent));
}
