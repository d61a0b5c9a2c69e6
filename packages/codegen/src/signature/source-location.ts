/** A stretch of a source file. */
export interface SourceLocation {
  /** Absolute, with forward slashes. */
  readonly file: string;
  /** From 1, as are columns. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}
