/** What an entry point says where the package of its framework is not installed, in a process that cannot find it. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Looked for from a place where nothing is installed, so that the failure is that of Node itself. */
function hideScript(name: string): string {
  const hook = `export const resolve = (specifier, context, next) =>
    next(specifier, specifier.startsWith(${JSON.stringify(name)}) ? { ...context, parentURL: "file:///nowhere/x.js" } : context);`;
  const register = `import { register } from "node:module"; register("data:text/javascript,${encodeURIComponent(hook)}");`;
  return `data:text/javascript,${encodeURIComponent(register)}`;
}

it.each([
  ["ai-sdk", "ai", ""],
  ["langchain", "@langchain/core", ""],
  [
    "openai-agents",
    "@openai/agents-core",
    "@openai/agents brings its core along, but some package managers show it to nobody else. ",
  ],
])("interop/%s names the package %s to install", async (entry, name, why) => {
  const script = `import("@runa/runtime/interop/${entry}").catch(({ code, message }) => console.log(JSON.stringify([code, message])))`;
  const flags = ["--conditions=@runa/source", "--import", import.meta.resolve("tsx"), "--import", hideScript(name)];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "-e", script], { cwd: here });
  expect(JSON.parse(stdout)).toEqual([
    "RUNA_MISSING_PACKAGE",
    `${why}The package ${name} is not installed. Run npm install ${name}.`,
  ]);
});
