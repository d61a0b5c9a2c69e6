/** What a reader throws; `exchange` makes a `ProviderError` of it, since only that knows status and request id. */

/** The provider reports, inside an answer with status 200, that it failed. */
export class ReportedError extends Error {
  readonly body: unknown;

  constructor(body: unknown) {
    super("reported by the provider");
    this.body = body;
  }
}

/** The answer is not what the format says. */
export class UnreadableAnswer extends Error {}

/** The answer was begun and not ended. */
export class BrokenAnswer extends Error {}
