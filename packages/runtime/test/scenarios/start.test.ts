/** What happens at import, and under restrictions of the process: each in a process of its own. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const cwd = fileURLToPath(new URL("../../../..", import.meta.url));

const FLAGS = ["--conditions=@runa/source", "--import", "tsx", "--input-type=module", "--eval"];

async function runScript(script: string, ...flags: readonly string[]): Promise<string> {
  const args = [...flags, ...FLAGS, script];
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

describe("a process whose run was aborted (C15)", () => {
  it("does not wait for the deadline of a tool", async () => {
    const script = `
      const { Agent, tool } = await import("@runa/runtime");
      const { ScriptedModel } = await import("@runa/runtime/testing");
      const parameters = { type: "object", properties: {} };
      const controller = new AbortController();
      const execute = () => new Promise(() => setTimeout(() => controller.abort(new Error("enough")), 10));
      const hang = tool.fromSchema({ name: "hang", description: "", parameters, execute, timeout: 60_000 });
      const agent = new Agent({ name: "a", model: new ScriptedModel([{ toolCalls: [{ name: "hang" }] }]), tools: [hang] });
      const { signal } = controller;
      const message = await agent.run("go", { signal }).catch((error) => error.message);
      const began = Date.now();
      process.on("exit", () => console.log(message, Date.now() - began < 5_000));`;
    expect(await runScript(script)).toBe("enough true");
  }, 20_000);
});

describe("a process whose reader leaves (I9)", () => {
  it("goes on quietly and prints no more", async () => {
    const script = `
      const { Agent, tool } = await import("@runa/runtime");
      const { ScriptedModel } = await import("@runa/runtime/testing");
      const parameters = { type: "object", properties: {} };
      const execute = () => new Promise((resolve) => setTimeout(resolve, 300, "waited"));
      const wait = tool.fromSchema({ name: "wait", description: "", parameters, execute });
      const model = new ScriptedModel([{ text: "x".repeat(100_000), toolCalls: [{ name: "wait" }] }, "end of it"]);
      const run = await new Agent({ name: "a", model, tools: [wait] }).printResponse("go");
      console.error(JSON.stringify([run.status, run.output]));`;
    const child = spawn(process.execPath, [...FLAGS, script], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.once("data", () => child.stdout.destroy());
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, "close");
    expect([code, said.trim()]).toEqual([0, '["completed","end of it"]']);
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
