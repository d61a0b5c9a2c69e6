/**
 * Puts the modules of the command together into a few files, `dist/bundle`: of the time that a run takes, resolving and
 * reading two hundred small modules is a part that can be seen. What a run may not need stays in files of its own.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const at = (path) => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));

/**
 * Required, not imported: to import a CommonJS module, Node first searches its text, and that of all that it requires,
 * for the names of its exports. Of the compiler that is 9 MB. And from the part of ts-morph that holds it: the other
 * part, wrappers of all nodes, is not used and takes a quarter of the time.
 *
 * Each name that is used becomes a constant, since the object that has them all looks up a getter each time: a thousand
 * times a tool.
 */
const requireCompiler = {
  name: "require-compiler",
  setup({ onResolve, onLoad }) {
    const names = new Set();
    for (const file of readdirSync(at("."), { recursive: true, encoding: "utf8" }))
      if (file.endsWith(".js"))
        for (const [, name] of readFileSync(at(file), "utf8").matchAll(/\bts\.(\w+)/g)) names.add(name);
    const { ts } = createRequire(import.meta.url)("ts-morph");
    const constants = [...names].filter((name) => name in ts).sort();
    onResolve({ filter: /^ts-morph$/ }, ({ path }) => ({ path, namespace: "required" }));
    onLoad({ filter: /.*/, namespace: "required" }, () => ({
      contents: `import { createRequire } from "node:module";
const morph = createRequire(import.meta.url).resolve("ts-morph");
const { ts } = createRequire(morph)("@ts-morph/common");
${constants.map((name) => `export const ${name} = ts.${name};`).join("\n")}`,
    }));
    onLoad({ filter: /\/dist\/.*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace('import { ts } from "ts-morph";', 'import * as ts from "ts-morph";'),
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
