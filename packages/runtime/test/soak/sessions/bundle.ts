/** Programs of many small files as one file each: what is started hundreds of times must start fast. */
import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Below `node_modules`, so that packages are found from there. */
const FOLDER = new URL("../../../../../node_modules/.cache/runa-soak/", import.meta.url);
const PACKAGES = ["ajv", "ajv-formats", "eventsource-parser", "p-limit", "piscina", "undici"];

export interface Program {
  readonly file: string;
  readonly remove: () => void;
}

export async function bundleProgram(entry: URL): Promise<Program> {
  mkdirSync(FOLDER, { recursive: true });
  const file = fileURLToPath(new URL(`${globalThis.crypto.randomUUID()}.mjs`, FOLDER));
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@runa/source"],
    external: PACKAGES.flatMap((name) => [name, `${name}/*`]),
    logLevel: "error",
  });
  return { file, remove: () => rmSync(file, { force: true }) };
}
