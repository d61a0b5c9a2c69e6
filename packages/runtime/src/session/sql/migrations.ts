/** The tables, version by version. A version that was released is never changed: a new one is added behind it. */
import { StoreError } from "../../errors/store-error.ts";
import { type Dialect, execute, sql, type Transaction } from "./statement.ts";

/** Both databases understand the same text. */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE runa_sessions (
      session_id TEXT NOT NULL PRIMARY KEY,
      state TEXT
    )`,
    `CREATE TABLE runa_items (
      session_id TEXT NOT NULL,
      position BIGINT NOT NULL,
      item TEXT NOT NULL,
      PRIMARY KEY (session_id, position)
    )`,
    `CREATE TABLE runa_runs (
      run_id TEXT NOT NULL PRIMARY KEY,
      session_id TEXT NOT NULL,
      status TEXT NOT NULL,
      snapshot TEXT,
      saved_at BIGINT NOT NULL,
      fence INTEGER NOT NULL,
      owner TEXT NOT NULL,
      lease_until BIGINT NOT NULL
    )`,
    `CREATE TABLE runa_claims (
      run_id TEXT NOT NULL,
      call_id TEXT NOT NULL,
      result TEXT,
      PRIMARY KEY (run_id, call_id)
    )`,
  ],
  [
    "ALTER TABLE runa_runs ADD COLUMN mark BIGINT NOT NULL DEFAULT 0",
    "CREATE INDEX runa_runs_of_session ON runa_runs (session_id)",
  ],
];

export const SCHEMA_VERSION: number = MIGRATIONS.length;

/**
 * Brings the tables to the version of this package, from any earlier one or from nothing. Part of one transaction.
 *
 * @throws StoreError where they are newer.
 */
export function* migrate(dialect: Dialect, place: string): Transaction<void> {
  if ((yield* readVersion(dialect, place)) === SCHEMA_VERSION) return;
  // Somebody else may do the same at this moment: look again once nobody can.
  if (dialect.lockSchema) yield* execute(dialect.lockSchema);
  const version = yield* readVersion(dialect, place);
  if (version === SCHEMA_VERSION) return;
  if (version === 0) yield* execute("CREATE TABLE IF NOT EXISTS runa_versions (version INTEGER NOT NULL PRIMARY KEY)");
  for (const [index, statements] of MIGRATIONS.entries()) {
    if (index < version) continue;
    for (const statement of statements) yield* execute(statement);
    yield* sql`INSERT INTO runa_versions (version) VALUES (${index + 1})`;
  }
}

function* readVersion(dialect: Dialect, place: string): Transaction<number> {
  if ((yield* execute(dialect.findVersions)).length === 0) return 0;
  const [row] = yield* sql`SELECT MAX(version) AS version FROM runa_versions`;
  const version = Number(row?.version ?? 0);
  if (version > SCHEMA_VERSION) {
    const detail = `its tables are of version ${version}, this package knows ${SCHEMA_VERSION}`;
    throw new StoreError({ failure: "newer", place, detail });
  }
  return version;
}
