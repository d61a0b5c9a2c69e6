#!/usr/bin/env node
// In a checkout the command runs from source, so that nothing has to be built first and nothing is ever stale.
// An installed package has no `src` and runs the bundle that `npm run build` makes.
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

const source = new URL("../src/cli/main.ts", import.meta.url);
if (existsSync(source)) {
  // Only here, because it brings Node's networking along, which costs an installed command several milliseconds.
  const { spawnSync } = await import("node:child_process");
  const tsx = import.meta.resolve("tsx");
  const flags = ["--conditions=@runa/source", "--import", tsx];
  const child = spawnSync(process.execPath, [...flags, fileURLToPath(source), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  process.exitCode = child.status ?? 1;
} else {
  // Since Node 22: keeps the compiled form of what is loaded, the TypeScript compiler above all.
  module.enableCompileCache?.();
  await import("../dist/bundle/main.js");
}
