/** What every soak is: a great many seeded tries of one kind, and what was found. */

export interface SoakOptions {
  readonly count: number;
  readonly seed: number;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly done: number;
  readonly problems: number;
  /** Beside the count: `heap 61 MB`. */
  readonly note: string;
}

export interface SoakOutcome {
  /** For the table at the end, in this order. */
  readonly facts: Readonly<Record<string, string>>;
  /** What must not be, the first ones in words. None: the soak has passed. */
  readonly problems: readonly string[];
}

export interface Soak {
  /** What is counted: `runs`. */
  readonly unit: string;
  /** How many without `--runs`. */
  readonly count: number;
  readonly run: (options: SoakOptions) => Promise<SoakOutcome>;
}

/** Keeps the first problems in words, and counts the rest. */
export class Problems {
  readonly #most: number;
  readonly #texts: string[] = [];
  count = 0;

  constructor(most: number = 20) {
    this.#most = most;
  }

  add(text: string): void {
    this.count++;
    if (this.#texts.length < this.#most) this.#texts.push(text);
  }

  get texts(): readonly string[] {
    const more = this.count - this.#texts.length;
    return more > 0 ? [...this.#texts, `and ${more} more`] : this.#texts;
  }
}
