/**
 * SQL as data. A transaction is a conversation: it yields statements and is given their rows, so that the same one runs
 * on a driver that answers at once and on one that has to be waited for.
 */

export type SqlValue = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

/** Where two databases say one thing differently. */
export interface Fragment {
  readonly fragment: "now" | "forUpdate";
}

/** Milliseconds since 1970 by the clock of the database: those of several machines differ. */
export const NOW: Fragment = { fragment: "now" };
/** Keeps the rows that a SELECT finds from being changed by others, until the end of the transaction. */
export const FOR_UPDATE: Fragment = { fragment: "forUpdate" };

export interface Statement {
  /** The text around the values; one object for each place in the code, so that it can stand for the prepared statement. */
  readonly pieces: readonly string[];
  readonly values: readonly (SqlValue | Fragment)[];
}

/** Yields statements; what it returns is the outcome. Thrown errors roll back. */
export type Transaction<T> = Generator<Statement, T, readonly Row[]>;

export interface Dialect {
  readonly now: string;
  readonly forUpdate: string;
  placeholder(position: number): string;
  /** Gives a row where the table of versions exists. */
  readonly findVersions: string;
  /** Keeps others from changing the schema at the same time. */
  readonly lockSchema?: string;
}

/** Gives the rows of one statement: `const rows = yield* sql\`SELECT … WHERE id = ${id}\``. */
export function* sql(
  pieces: TemplateStringsArray,
  ...values: readonly (SqlValue | Fragment)[]
): Transaction<readonly Row[]> {
  return yield { pieces, values };
}

/** A statement that is no template: its text is fixed, and it has no values. */
export function* execute(text: string): Transaction<readonly Row[]> {
  return yield { pieces: [text], values: [] };
}

export function toText({ pieces, values }: Statement, dialect: Dialect): string {
  let text = pieces[0] ?? "";
  let position = 0;
  for (const [index, value] of values.entries()) {
    text += isFragment(value) ? dialect[value.fragment] : dialect.placeholder(++position);
    text += pieces[index + 1] ?? "";
  }
  return text;
}

export function toParameters({ values }: Statement): readonly SqlValue[] {
  return values.filter((value): value is SqlValue => !isFragment(value));
}

function isFragment(value: SqlValue | Fragment): value is Fragment {
  return typeof value === "object" && value !== null;
}
