/** The outside world as the command sees it; a test gives another one. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person reads what is written to standard output. */
  readonly isInteractive: boolean;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Ends what would go on for ever. */
  readonly signal?: AbortSignal;
}

/** In order; findings, drift, a breaking change, over budget; wrong use. */
export type ExitCode = 0 | 1 | 2;
