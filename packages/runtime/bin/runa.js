#!/usr/bin/env node
// In a checkout the command runs from source, so that nothing has to be built first and nothing is ever stale.
// An installed package has no `src` and runs what was built.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = new URL("../src/cli/main.ts", import.meta.url);
if (existsSync(source)) {
  const flags = ["--conditions=@runa/source", "--import", import.meta.resolve("tsx")];
  const child = spawn(process.execPath, [...flags, fileURLToPath(source), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  // A client ends a server by ending its process.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  await import("../dist/cli/main.js");
}
