/**
 * A PostgreSQL server for tests: of the installed programs, in a temporary folder, on a socket there and nowhere else.
 * Where `RUNA_TEST_POSTGRES` names one that runs already, that one is used.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

/** What the programs of PostgreSQL run as where the tests run as root: they refuse that. */
const NOBODY = 65_534;
const HOMES = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"];

export interface PostgresServer {
  /** Of a database that is always there. */
  readonly address: string;
  /** A new, empty database. */
  createDatabase(): Promise<string>;
  /** Cuts all connections to a database, as a restart of the server does. */
  cutConnections(connectionString: string): Promise<void>;
  query(connectionString: string, text: string): Promise<readonly Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** Undefined where no server is installed. */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const running = process.env.RUNA_TEST_POSTGRES;
  if (running) return serverAt(running, async () => {});
  const programs = findPrograms();
  return programs === undefined ? undefined : startOwn(programs);
}

/** Why tests on PostgreSQL are left out; undefined where they are not. */
export function whyNoPostgres(): string | undefined {
  if (process.env.RUNA_TEST_POSTGRES || findPrograms() !== undefined) return undefined;
  return `no PostgreSQL server is installed below ${HOMES.join(", ")}`;
}

function findPrograms(): string | undefined {
  return HOMES.flatMap((home) =>
    existsSync(home) ? readdirSync(home).map((version) => join(home, version, "bin")) : [],
  )
    .filter((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")))
    .at(-1);
}

async function startOwn(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "runa-postgres-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const data = join(folder, "data");
  const options = ["-D", data, "-U", "runa", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"];
  execFileSync(join(programs, "initdb"), options, { ...user, cwd: folder, stdio: "pipe" });
  const settings = ["listen_addresses=", `unix_socket_directories=${folder}`, "max_connections=200"];
  const server = spawn(join(programs, "postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  server.stderr?.on("data", (chunk) => {
    log += chunk;
  });
  const base = `postgres://runa@localhost/postgres?host=${encodeURIComponent(folder)}`;
  await untilReady(base, server, () => log);
  return serverAt(base, async () => {
    await ended(server);
    rmSync(folder, { recursive: true, force: true });
  });
}

async function untilReady(connectionString: string, server: ChildProcess, log: () => string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once:\n${log()}`);
    try {
      await query(connectionString, "SELECT 1");
      return;
    } catch {
      await wait(50);
    }
  }
  throw new Error(`PostgreSQL does not answer:\n${log()}`);
}

/** Fast shutdown: connections are cut, what was committed is kept. */
async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exit = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGINT");
  await exit;
}

let databases = 0;

function serverAt(base: string, stop: () => Promise<void>): PostgresServer {
  return {
    address: base,
    stop,
    query,
    async createDatabase() {
      const name = `runa_test_${process.pid}_${Date.now()}_${++databases}`;
      await query(base, `CREATE DATABASE ${name}`);
      const url = new URL(base);
      url.pathname = `/${name}`;
      return String(url);
    },
    async cutConnections(connectionString) {
      const name = new URL(connectionString).pathname.slice(1);
      await query(base, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    },
  };
}

async function query(connectionString: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
