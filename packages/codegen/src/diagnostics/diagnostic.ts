import type { SourceLocation } from "../signature/source-location.ts";

export type Severity = "error" | "warning" | "note";

/** A finding about the user's source. Data: collected, sorted by place, all shown at once. */
export interface Diagnostic {
  readonly severity: Severity;
  /** `RG102`, or the compiler's `TS2304`. Public API: never reused. */
  readonly code: string;
  /** `unknown-param`: to search for and to silence. Absent for the compiler's codes. */
  readonly name?: string;
  readonly message: string;
  /** How to go on. */
  readonly fix?: string;
  /** Absent for findings about the project as a whole. */
  readonly location?: SourceLocation;
  /** The final name of the tool that it is about. */
  readonly tool?: string;
}
