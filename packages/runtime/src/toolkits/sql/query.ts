/** What a query is held to, and what it gives, on either database. */

export interface QueryLimits {
  readonly writable: boolean;
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly timeout: number;
}

export type Row = Readonly<Record<string, unknown>>;

export interface Outcome {
  /** One more than the limit, where there are more. */
  readonly rows: readonly Row[];
  /** Of a statement that inserts, updates or deletes. */
  readonly changed?: number;
}

export const NO_STATEMENT = "the text does not begin with a statement; nothing was run";

export function onlyReading(word: string): string {
  return `the database may only be read here: a statement begins with SELECT, WITH, VALUES or EXPLAIN, not with ${word.toUpperCase()}`;
}

export function noTransaction(word: string): string {
  return `${word.toUpperCase()} is not run here: each statement is a transaction of its own`;
}

export function tookTooLong(timeout: number): string {
  return `the query took longer than ${timeout} ms and was stopped`;
}

export function tooLong({ maxBytes, writable }: QueryLimits): string {
  const undone = writable ? "; nothing was changed" : "";
  return `the rows have more than ${maxBytes} bytes; ask for fewer rows, or for fewer or shorter columns${undone}`;
}

/** Rows by the names of their columns; a second `id` is `id_2`. */
export function toRows(columns: readonly string[], rows: readonly (readonly unknown[])[]): readonly Row[] {
  const names = distinct(columns);
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
}

function distinct(columns: readonly string[]): readonly string[] {
  const taken = new Set(columns);
  const seen = new Set<string>();
  return columns.map((column) => {
    if (!seen.has(column)) {
      seen.add(column);
      return column;
    }
    let count = 2;
    while (taken.has(`${column}_${count}`)) count++;
    const name = `${column}_${count}`;
    taken.add(name);
    return name;
  });
}
