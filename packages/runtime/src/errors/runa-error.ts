const brand = Symbol.for("runa.error");

/**
 * What every error of this package is. `code` is stable and documented; the message may improve at any time.
 * Recognise one by its `code`, or with `isRunaError`: two copies of a package may be installed, so `instanceof` can lie.
 */
export abstract class RunaError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    Object.defineProperty(this, brand, { value: true });
  }
}

export function isRunaError(value: unknown): value is RunaError {
  return value instanceof Error && brand in value;
}
