/** `@runa/runtime/otel`: runs as OpenTelemetry spans, by the conventions for generative AI. */
export { startTracing, type TracingOptions } from "./start-tracing.ts";
