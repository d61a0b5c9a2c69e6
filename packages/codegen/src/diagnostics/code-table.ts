import type { Severity } from "./diagnostic.ts";

/**
 * One code: what is said, and how to go on, made from the facts of the case. The page of codes is generated from these
 * entries, and its examples are compiled in tests.
 */
export interface CodeEntry<Facts> {
  readonly code: `RG${number}`;
  readonly severity: Severity;
  /** Under `--strict` a warning becomes an error, and so does a note that says a text is missing. */
  readonly strict?: "error";
  /** One sentence for the page of codes. */
  readonly summary: string;
  /**
   * The smallest source that shows it; the page prints it, a test compiles it and expects the code. A first line
   * `// runa-gen --target gemini` says how it is called, a line `// src/a.ts` begins a file.
   */
  readonly example: string;
  /** The example tells of a state of the disk, which no source can show; a test makes that state. */
  readonly isSituation?: true;
  readonly message: (facts: Facts) => string;
  readonly fix?: (facts: Facts) => string;
}

/** Keeps the facts of each entry typed, while the table as a whole is checked. */
export function code<Facts>(entry: CodeEntry<Facts>): CodeEntry<Facts> {
  return entry;
}
