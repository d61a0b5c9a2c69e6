/** Carries out a command line. Whatever goes wrong is a text and an exit code. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { closestNames } from "../errors/closest-names.ts";
import { isRunaError } from "../errors/runa-error.ts";
import { UserError } from "../errors/user-error.ts";
import type { BoundTool } from "../tool/tool.ts";
import { callTool } from "./call-tool.ts";
import type { CommandContext } from "./command-context.ts";
import { type CommandLine, type McpOptions, parseCommandLine } from "./command-line.ts";
import { helpText, USAGE } from "./help.ts";
import { listTools, showDefinition } from "./inspect.ts";
import { loadManifestTools, packageOf } from "./load-manifest-tools.ts";

/** @returns The exit code; of a server, when it has ended. */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<number> {
  const line = parseCommandLine(words);
  switch (line.kind) {
    case "help":
      context.out(helpText(fileURLToPath(new URL("../../bin/runa.js", import.meta.url))));
      return 0;
    case "version":
      context.out(`${await ownVersion()}\n`);
      return 0;
    case "wrong-use":
      context.err(`${line.message}\n${USAGE}`);
      return 2;
  }
  try {
    return line.kind === "mcp" ? await serve(line.manifest, line.options, context) : await inspect(line, context);
  } catch (error) {
    // A stack is of use where the mistake is not the caller's.
    context.err(`${isRunaError(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    return 1;
  }
}

async function serve(manifest: string, options: McpOptions, { env, err }: CommandContext): Promise<number> {
  const { serveMcp } = await import("../mcp/server/serve-mcp.ts");
  const { reserveStandardOutput } = await import("../mcp/server/standard-output.ts");
  const token = env.RUNA_MCP_TOKEN || undefined;
  // A module may print when it is imported.
  if (!options.http) reserveStandardOutput();
  const { tools, leftOut } = await loadManifestTools(manifest);
  for (const reason of leftOut) err(`runa: left out: ${reason}\n`);
  const served = options.tools ? choose(tools, options.tools) : tools;
  const { name = "runa", version = await ownVersion() } = await packageOf(manifest);
  const identity = { name: options.name ?? name, version };
  if (!options.http) {
    await (await serveMcp(served, identity)).closed;
    return 0;
  }
  const server = await serveMcp(served, { ...identity, http: { ...options.http, ...(token && { token }) } });
  err(`runa: ${served.length} ${served.length === 1 ? "tool" : "tools"} at ${server.url}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
  await server.closed;
  return 0;
}

async function inspect(
  { manifest, tool: name, argumentsText, isApproved }: Extract<CommandLine, { readonly kind: "inspect" }>,
  context: CommandContext,
): Promise<number> {
  const { out, err } = context;
  const { tools, leftOut } = await loadManifestTools(manifest);
  if (name === undefined) {
    out(listTools(tools));
    for (const reason of leftOut) err(`left out: ${reason}\n`);
    return 0;
  }
  const [tool] = choose(tools, [name]);
  if (!tool) return 1;
  if (argumentsText === undefined) {
    out(showDefinition(tool));
    return 0;
  }
  return await callTool(tool, argumentsText, isApproved, context);
}

/** @throws UserError for a name that no tool has. */
function choose(tools: readonly BoundTool[], names: readonly string[]): readonly BoundTool[] {
  return names.map((name) => {
    const tool = tools.find((one) => one.name === name);
    if (tool) return tool;
    const known = tools.map((one) => one.name);
    const near = closestNames(name, known, 1)[0];
    throw new UserError(
      "RUNA_UNKNOWN_TOOL",
      `The manifest has no tool "${name}".${near ? ` Did you mean ${near}?` : ""} Its tools are ${known.join(", ")}.`,
    );
  });
}

async function ownVersion(): Promise<string> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  return String(JSON.parse(text).version);
}
