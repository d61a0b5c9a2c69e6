/**
 * Puts the modules of the command together into a few files, `dist/bundle`: of the time that a run takes, resolving and
 * reading two hundred small modules is a part that can be seen. What a run may not need stays in files of its own.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const at = (path) => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));

/**
 * Required, not imported: to import a CommonJS module, Node first searches its text, and that of all that it requires,
 * for the names of its exports. Of the compiler that is 9 MB.
 */
const requireCompiler = {
  name: "require-compiler",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^ts-morph$/ }, ({ path }) => ({ path, namespace: "required" }));
    onLoad({ filter: /.*/, namespace: "required" }, () => ({
      contents: `import { createRequire } from "node:module";
export const { ts, Project } = createRequire(import.meta.url)("ts-morph");`,
    }));
  },
};

rmSync(at("bundle"), { recursive: true, force: true });
await build({
  entryPoints: [at("cli/main.js")],
  outdir: at("bundle"),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: ["chokidar", "picocolors", "tinyglobby"],
  plugins: [requireCompiler],
  logLevel: "warning",
});
