/** What happens at import, and under restrictions of the process: each in a process of its own. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const cwd = fileURLToPath(new URL("../../../..", import.meta.url));

async function runScript(script: string, ...flags: readonly string[]): Promise<string> {
  const args = [...flags, "--conditions=@runa/source", "--import", "tsx", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
  return stdout.trim();
}

const LOADED = `Object.keys((await import("node:module")).default._cache).filter((file) => /node_modules.(ajv|undici|p-limit)/.test(file)).length`;

describe("importing the runtime", () => {
  it("loads neither ajv nor undici: they come with the first call and the first request", async () => {
    const script = `
      const { tool } = await import("@runa/runtime");
      const before = ${LOADED};
      const parameters = { type: "object", properties: {} };
      const made = tool.fromSchema({ name: "f", description: "", parameters, execute: () => "ran" });
      const text = await made.invoke("{}");
      console.log(JSON.stringify([before, text, ${LOADED} > 0]));`;
    expect(JSON.parse(await runScript(script))).toEqual([0, "ran", true]);
  });
});

describe("a process that may not make code from strings (R73)", () => {
  it("is told so in one clear error", async () => {
    const script = `
      const { tool } = await import("@runa/runtime");
      const made = tool.fromSchema({ name: "f", description: "", parameters: { type: "object" }, execute: () => "" });
      const { code, message } = await made.invoke("{}").catch((error) => error);
      console.log(JSON.stringify({ code, message }));`;
    const said = JSON.parse(await runScript(script, "--disallow-code-generation-from-strings"));
    expect(said.code).toBe("RUNA_NO_CODE_GENERATION");
    expect(said.message).toMatch(/Run Node without --disallow-code-generation-from-strings\.$/);
  });
});
