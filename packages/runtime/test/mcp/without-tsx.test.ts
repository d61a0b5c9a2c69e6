/** `runa` where neither Node nor tsx reads TypeScript: a checkout has tsx, so the command is bundled and put elsewhere. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { manifestEntry, manifestOf } from "../support/bound.ts";

const readsTypeScript = "typescript" in process.features && Boolean(process.features.typescript);

it.skipIf(readsTypeScript)("says to install tsx where a module is TypeScript (L8)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "runa-without-tsx-"));
  try {
    await build({
      entryPoints: [fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url))],
      outdir: join(folder, "cli"),
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      logLevel: "error",
      external: ["tsx", "@modelcontextprotocol/*", "undici", "piscina"],
    });
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, "src/tools.ts"), "export const hello = (name: string): string => name;");
    const manifest = manifestOf(manifestEntry("hello", { properties: { name: { type: "string" } } }));
    writeFileSync(join(folder, "src/runa.tools.json"), JSON.stringify(manifest));
    const command = [join(folder, "cli/main.mjs"), "inspect", "src/runa.tools.json"];
    const failed = promisify(execFile)(process.execPath, command, { cwd: folder, env: {} });
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/does not run TypeScript: build it, or install tsx \(npm install -D tsx\)/),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
