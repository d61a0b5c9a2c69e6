/** What users install: both packages from their tarballs, in a project outside this repository. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProject, packPackages, type UserProject } from "./support/installed-project.ts";

const WEATHER = `/**
 * Get the current weather for a city.
 * @tool
 * @param city The city to get the weather for
 * @param unit Temperature unit
 */
export async function getWeather(city: string, unit: "celsius" | "fahrenheit" = "celsius"): Promise<string> {
  return \`It is 21 degrees \${unit} in \${city}.\`;
}
`;

const MAIN = `import { Agent } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { tools } from "./runa.tools.js";

const model = new ScriptedModel([
  { toolCalls: [{ name: "getWeather", arguments: { city: "Oslo" } }] },
  "It is 21 degrees in Oslo.",
]);
const agent = new Agent({ name: "weather_agent", instructions: "Answer questions about the weather.", model, tools: [tools.getWeather] });
const run = await agent.run("How warm is it in Oslo?");
console.log(run.status, run.toolCalls[0]?.result, run.output);
`;

/** What only some compilers would refuse. */
const STATE = `import type { RunContext } from "@runa/runtime";

export async function count(ctx: RunContext): Promise<void> {
  await ctx.updateState((state) => {
    state.count = 1;
  });
  await ctx.updateState(async (state) => {
    state.rate = await Promise.resolve(2);
  });
}
`;

/** Three compilers beside each other, under names that do not fight over \`tsc\`. */
const COMPILERS = { "5.9": "typescript-5", "6": "typescript-6", "7": "typescript-7" } as const;
/** The declarations of all packages are checked once by each compiler and once under each resolution. */
const RESOLUTIONS = [
  { module: "node16", moduleResolution: "node16", checksDeclarations: ["5.9"] },
  { module: "nodenext", moduleResolution: "nodenext", checksDeclarations: ["7"] },
  { module: "esnext", moduleResolution: "bundler", checksDeclarations: ["6"] },
] as const;

let project: UserProject;
let removeTarballs: (() => void) | undefined;

const runaGen = (...args: string[]) => project.node(["node_modules/@runa/codegen/bin/runa-gen.js", ...args]);
const tsc = (compiler: string, ...args: string[]) => project.node([`node_modules/${compiler}/bin/tsc`, ...args]);

function configure(options: object): void {
  const compilerOptions = {
    target: "es2022",
    strict: true,
    outDir: "dist",
    rootDir: "src",
    types: ["node"],
    // Of the declarations of Node and of everything else a check takes longer than of the project itself.
    skipLibCheck: true,
    ...options,
  };
  project.write({ "tsconfig.json": JSON.stringify({ compilerOptions, include: ["src"] }) });
}

beforeAll(async () => {
  const packed = await packPackages();
  removeTarballs = packed.remove;
  project = await createProject([
    ...packed.tarballs,
    "typescript-5@npm:typescript@~5.9.3",
    "typescript-6@npm:typescript@~6.0.3",
    "typescript-7@npm:typescript@^7.0.2",
    "@types/node@20",
    "@modelcontextprotocol/server@^2.4.0",
  ]);
  project.write({ "src/tools/weather.ts": WEATHER, "src/main.ts": MAIN, "src/state.ts": STATE });
  configure({ module: "nodenext" });
}, 300_000);

afterAll(() => {
  project?.remove();
  removeTarballs?.();
});

describe("a project that installs both packages", () => {
  it("generates, type-checks and runs under every compiler and module resolution", { timeout: 300_000 }, async () => {
    for (const { checksDeclarations, ...resolution } of RESOLUTIONS) {
      configure(resolution);
      const generated = await runaGen();
      expect(generated, generated.stderr).toMatchObject({ code: 0 });
      for (const [version, compiler] of Object.entries(COMPILERS)) {
        const skipLibCheck = !checksDeclarations.some((other) => other === version);
        const checked = await tsc(compiler, "--skipLibCheck", String(skipLibCheck));
        expect(checked.stdout, `TypeScript ${version}, ${resolution.moduleResolution}`).toBe("");
        expect(checked.code).toBe(0);
        if (resolution.moduleResolution === "bundler") continue;
        const { stdout, stderr } = await project.node(["dist/main.js"]);
        expect(stdout, stderr).toBe("completed It is 21 degrees celsius in Oslo. It is 21 degrees in Oslo.\n");
      }
    }
  });

  it("fails in tsc after a tool was renamed, until runa-gen is run again", { timeout: 300_000 }, async () => {
    configure({ module: "nodenext" });
    expect((await runaGen()).code).toBe(0);
    project.write({ "src/tools/weather.ts": WEATHER.replace("function getWeather", "function getForecast") });
    const stale = await tsc(COMPILERS["6"]);
    expect(stale.code).not.toBe(0);
    expect(stale.stdout).toMatch(/getWeather/);

    expect((await runaGen()).code).toBe(0);
    project.write({ "src/main.ts": MAIN.replaceAll("getWeather", "getForecast") });
    expect((await tsc(COMPILERS["6"])).stdout).toBe("");
    project.write({ "src/tools/weather.ts": WEATHER, "src/main.ts": MAIN });
    expect((await runaGen()).code).toBe(0);
  });

  it("is in sync after generating, also on a checkout with CRLF, and says per tool what changed (A20, R35)", {
    timeout: 300_000,
  }, async () => {
    configure({ module: "nodenext" });
    expect((await runaGen()).code).toBe(0);
    expect((await runaGen("--check")).code).toBe(0);

    const files = ["src/tools/weather.ts", "src/runa.tools.json", "src/runa.tools.ts"].map((file) =>
      join(project.folder, file),
    );
    const texts = files.map((file) => readFileSync(file, "utf8"));
    files.forEach((file, index) => {
      writeFileSync(file, (texts[index] ?? "").replaceAll("\n", "\r\n"));
    });
    const crlf = await runaGen("--check");
    expect(crlf.code, crlf.stdout + crlf.stderr).toBe(0);
    files.forEach((file, index) => {
      writeFileSync(file, texts[index] ?? "");
    });

    project.write({
      "src/tools/weather.ts": WEATHER.replaceAll(/\bunit\b/g, "scale"),
    });
    const drift = await runaGen("--check");
    expect(drift.code).toBe(1);
    expect(drift.stdout + drift.stderr).toMatch(/getWeather/);
    expect(drift.stdout + drift.stderr).toMatch(/unit/);
    project.write({ "src/tools/weather.ts": WEATHER });
  });
});

describe("the runtime alone", () => {
  it("serves its tools to MCP clients from any folder, by the configuration that runa --help prints", async () => {
    expect((await runaGen()).code).toBe(0);
    const { stdout } = await project.node(["node_modules/@runa/runtime/bin/runa.js", "--help"]);
    const line = stdout.split("\n").find((one) => one.includes("mcpServers")) ?? "";
    const { command, args } = JSON.parse(line).mcpServers.weather;
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command,
        args: [...args.slice(0, -1), join(project.folder, "src/runa.tools.json")],
        cwd: parse(project.folder).root,
      }),
    );
    const { content } = await client.callTool({ name: "getWeather", arguments: { city: "Oslo" } });
    expect(content).toEqual([{ type: "text", text: "It is 21 degrees celsius in Oslo." }]);
    await client.close();
  });

  it("brings neither ts-morph nor typescript (L8)", () => {
    const manifest = JSON.parse(
      readFileSync(join(project.folder, "node_modules/@runa/runtime/package.json"), "utf8"),
    ) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(manifest.dependencies)).not.toContain("ts-morph");
    expect(Object.keys(manifest.dependencies)).not.toContain("typescript");
    const scripts = readdirSync(join(project.folder, "node_modules/@runa/runtime/dist"), {
      recursive: true,
      encoding: "utf8",
    });
    for (const script of scripts.filter((file) => file.endsWith(".js"))) {
      const text = readFileSync(join(project.folder, "node_modules/@runa/runtime/dist", script), "utf8");
      expect(text, script).not.toMatch(/from "(ts-morph|typescript)"|import\("(ts-morph|typescript)"\)/);
    }
  });

  it("runs a tool in a worker thread that imports its module, and ends when the program does (C1, C17)", async () => {
    project.write({
      "worker/where.js": `import { isMainThread } from "node:worker_threads";
export function where(end) { if (end) process.exit(4); return isMainThread ? "main" : "worker"; }
`,
      "worker/main.js": `import { bindTools } from "@runa/runtime";
import { where } from "./where.js";
const parameters = { type: "object", properties: { end: { type: "boolean" } }, additionalProperties: false };
const runa = { module: "./where.ts", export: "where", params: ["end"], async: false, thread: "worker" };
const entry = { type: "function", function: { name: "where", description: "", parameters }, runa };
const tools = bindTools({ version: 1, tools: [entry], schemas: {} }, import.meta.url, { where });
for (const json of ["{}", '{"end":true}', "{}"]) console.log(await tools.where.invoke(json));
`,
    });
    const { code, stdout, stderr } = await project.node(["worker/main.js"]);
    expect(stdout, stderr).toBe("worker\nerror: tool worker exited\nworker\n");
    expect(code).toBe(0);
  });

  it("opens no file outside itself and starts no thread or timer when it is imported", async () => {
    project.write({
      "import-only.cjs": `
const loaded = [];
const fs = require("node:fs");
for (const name of ["open", "openSync", "readFile", "readFileSync", "createReadStream"]) {
  const original = fs[name];
  fs[name] = function (file, ...rest) { loaded.push(String(file)); return original.call(this, file, ...rest); };
}
import("@runa/runtime").then(() => {
  const packages = Object.keys(require.cache).concat(loaded).filter((file) => !/@runa.runtime/.test(file) && !file.endsWith("import-only.cjs"));
  console.log(JSON.stringify({ packages, resources: process.getActiveResourcesInfo().filter((kind) => !/^(TTYWrap|PipeWrap|FSReqPromise|CloseReq)$/.test(kind)) }));
});
`,
    });
    const { stdout, stderr } = await project.node(["import-only.cjs"]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ packages: [], resources: [] });
  });
});
