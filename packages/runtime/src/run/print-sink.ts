/** Where a run is printed. A reader who leaves, as `head` does, ends the printing and not the program. */

export interface PrintTarget {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** What a stream of Node has beside `write`. */
interface StreamTarget extends PrintTarget {
  write(text: string, written?: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

export class PrintSink {
  readonly #output: PrintTarget;
  #error: NodeJS.ErrnoException | undefined;

  /** Listens for errors of the output, if it is a stream, until `close`. */
  constructor(output: PrintTarget) {
    this.#output = output;
    if (isStream(output)) output.on("error", this.#fail);
  }

  /** @throws What went wrong with an earlier text, unless that was that nobody reads it any more. */
  write(text: string): void {
    this.throwIfFailed();
    if (!this.#error) this.#output.write(text);
  }

  /** @throws As `write` does. */
  throwIfFailed(): void {
    if (this.#error && this.#error.code !== "EPIPE") throw this.#error;
  }

  /**
   * Waits for nobody: a reader may be slow. Errors are listened for until all is written; they are told a moment after
   * the text was.
   */
  close(): void {
    const output = this.#output;
    if (isStream(output)) output.write("", () => setImmediate(() => output.off("error", this.#fail)));
  }

  readonly #fail = (error: Error): void => {
    this.#error ??= error;
  };
}

function isStream(output: PrintTarget): output is StreamTarget {
  return "on" in output && typeof output.on === "function" && "off" in output && typeof output.off === "function";
}
