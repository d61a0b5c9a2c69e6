import { RunaError } from "./runa-error.ts";

/**
 * What went wrong at the provider: it refused the request, the conversation is too long for the model, it could not be reached, it took too long, its answer broke
 * off, or the answer cannot be read.
 */
export type ProviderFailure = "refused" | "context_overflow" | "unreachable" | "timeout" | "broken_off" | "unreadable";

const CODES: { readonly [failure in ProviderFailure]: string } = {
  refused: "RUNA_PROVIDER_REFUSED",
  context_overflow: "RUNA_CONTEXT_OVERFLOW",
  unreachable: "RUNA_PROVIDER_UNREACHABLE",
  timeout: "RUNA_PROVIDER_TIMEOUT",
  broken_off: "RUNA_PROVIDER_BROKE_OFF",
  unreadable: "RUNA_PROVIDER_UNREADABLE",
};

export interface ProviderErrorFacts {
  readonly failure: ProviderFailure;
  /** `Model.provider` and `Model.id`. */
  readonly provider: string;
  readonly model: string;
  /** In the provider's words, or ours where it said nothing; keys are already taken out. */
  readonly detail: string;
  readonly status?: number | undefined;
  /** The provider's own code: `insufficient_quota`, `overloaded_error`. */
  readonly providerCode?: string | undefined;
  readonly requestId?: string | undefined;
  /** Whether the same request may succeed a little later. */
  readonly retryable: boolean;
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfter?: number | undefined;
  /** What to change, where that is known. */
  readonly advice?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A model did not give a whole answer. What it had begun to say is not used: none of its calls has run.
 *
 * `code` is `RUNA_PROVIDER_REFUSED`, `RUNA_CONTEXT_OVERFLOW`, `RUNA_PROVIDER_UNREACHABLE`, `RUNA_PROVIDER_TIMEOUT`, `RUNA_PROVIDER_BROKE_OFF` or
 * `RUNA_PROVIDER_UNREADABLE`.
 */
export class ProviderError extends RunaError {
  readonly code: string;
  readonly failure: ProviderFailure;
  readonly provider: string;
  readonly model: string;
  readonly status: number | undefined;
  readonly providerCode: string | undefined;
  /** What the provider said. */
  readonly providerMessage: string;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;

  constructor(facts: ProviderErrorFacts) {
    super(describe(facts), facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = CODES[facts.failure];
    this.failure = facts.failure;
    this.provider = facts.provider;
    this.model = facts.model;
    this.status = facts.status;
    this.providerCode = facts.providerCode;
    this.providerMessage = facts.detail;
    this.requestId = facts.requestId;
    this.retryable = facts.retryable;
    this.retryAfter = facts.retryAfter;
  }
}

function describe(facts: ProviderErrorFacts): string {
  const marks = [facts.status, facts.providerCode].filter((mark) => mark !== undefined && mark !== "").join(" ");
  const sentences = [
    `${subject(facts)}${marks === "" ? "" : ` (${marks})`}: ${facts.detail}`,
    facts.advice,
    facts.requestId === undefined ? undefined : `Request id: ${facts.requestId}`,
  ];
  return sentences.filter((sentence) => sentence !== undefined).join(" ");
}

function subject({ failure, provider, model }: ProviderErrorFacts): string {
  switch (failure) {
    case "refused":
      return `${provider} refused the request for model "${model}"`;
    case "context_overflow":
      return `The conversation is too long for model "${model}" of ${provider}`;
    case "unreachable":
      return `${provider} could not be asked for model "${model}"`;
    case "timeout":
      return `${provider} took too long to answer for model "${model}"`;
    case "broken_off":
      return `The answer of model "${model}" (${provider}) broke off`;
    case "unreadable":
      return `The answer of model "${model}" (${provider}) cannot be read`;
  }
}
