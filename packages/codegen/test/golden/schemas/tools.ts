/**
 * A ticket, as the model gives it.
 * @schema
 */
export interface Ticket {
  /** One sentence */
  title: string;
  priority: "low" | "high";
  due?: Date;
}

/** @schema */
export type Verdict = { kind: "yes" } | { kind: "no"; why: string };
