/**
 * Tokens, in one meaning whatever the provider counts: input includes what was cached, output includes reasoning.
 */
export interface Usage {
  /** Model requests that were answered. */
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  /** Of the input: read from the provider's cache. */
  readonly cachedInputTokens: number;
  /** Of the input: written to the provider's cache. */
  readonly cacheWriteInputTokens: number;
  /** Of the output: reasoning. */
  readonly reasoningTokens: number;
}

export const NO_USAGE: Usage = Object.freeze({
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  totalTokens: 0,
  cachedInputTokens: 0,
  cacheWriteInputTokens: 0,
  reasoningTokens: 0,
});

/** What was used since. */
export function subtractUsage(after: Usage, before: Usage): Usage {
  return {
    requests: after.requests - before.requests,
    inputTokens: after.inputTokens - before.inputTokens,
    outputTokens: after.outputTokens - before.outputTokens,
    totalTokens: after.totalTokens - before.totalTokens,
    cachedInputTokens: after.cachedInputTokens - before.cachedInputTokens,
    cacheWriteInputTokens: after.cacheWriteInputTokens - before.cacheWriteInputTokens,
    reasoningTokens: after.reasoningTokens - before.reasoningTokens,
  };
}

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    totalTokens: a.totalTokens + b.totalTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    cacheWriteInputTokens: a.cacheWriteInputTokens + b.cacheWriteInputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  };
}
