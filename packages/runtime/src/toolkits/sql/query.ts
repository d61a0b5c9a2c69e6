/** What a query is held to, and what it gives, on either database. */

export interface QueryLimits {
  readonly writable: boolean;
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly timeout: number;
}

export type Row = Readonly<Record<string, unknown>>;

export const ONLY_READING = "the database may only be read here: give one SELECT, WITH, VALUES or EXPLAIN";

export function tookTooLong(timeout: number): string {
  return `the query took longer than ${timeout} ms and was stopped`;
}

export function tooLong(maxBytes: number): string {
  return `the rows have more than ${maxBytes} bytes; ask for fewer rows, or for fewer or shorter columns`;
}
