#!/usr/bin/env node
// In a checkout the command runs from source, so that nothing has to be built first and nothing is ever stale.
// An installed package has no `src` and runs the bundle that `npm run build` makes.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = new URL("../src/cli/main.ts", import.meta.url);
if (existsSync(source)) {
  const tsx = import.meta.resolve("tsx");
  const flags = ["--conditions=@runa/source", "--import", tsx];
  const child = spawnSync(process.execPath, [...flags, fileURLToPath(source), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  process.exitCode = child.status ?? 1;
} else {
  await import("../dist/bundle/main.js");
}
