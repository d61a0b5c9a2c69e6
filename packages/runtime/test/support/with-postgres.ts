/**
 * `with-postgres.ts <command> [argument…]`: starts a PostgreSQL server for the tests, tells the command of it by
 * `RUNA_TEST_POSTGRES`, and stops it by its process id. Where none is installed the command runs without.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { startPostgres, whyNoPostgres } from "./postgres-server.ts";

const [command = "", ...args] = process.argv.slice(2);
const server = await startPostgres();
if (!server) console.error(`Tests on PostgreSQL are left out: ${whyNoPostgres()}.`);
try {
  const env = { ...process.env, ...(server && { RUNA_TEST_POSTGRES: server.address }) };
  const child = spawn(command, args, { stdio: "inherit", env });
  const [code] = (await once(child, "exit")) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await server?.stop();
}
