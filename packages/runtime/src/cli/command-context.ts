/** What a command has of the world around it. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Puts a question to the person at the terminal, and says whether the answer was yes. Absent where nobody is there. */
  readonly ask?: (question: string) => Promise<boolean>;
}
