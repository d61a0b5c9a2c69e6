/** `serveMcp`: tools as an MCP server. */
import {
  aDuration,
  aFunction,
  aListOfTexts,
  anything,
  assertOptions,
  aText,
  type OptionChecks,
} from "../../errors/assert-options.ts";
import { requirePackage } from "../../errors/require-package.ts";
import { UserError } from "../../errors/user-error.ts";
import { openEntries } from "../../tool/open-entries.ts";
import { resolveTools } from "../../tool/resolve-tools.ts";
import { RunContext } from "../../tool/run-context.ts";
import type { BoundTool } from "../../tool/tool.ts";
import { readEntries, type ToolEntry } from "../../tool/tool-entry.ts";
import { toolInstructions } from "../../tool/tool-instructions.ts";
import type { ContextOfCall, ServedTools } from "./create-server.ts";
import type { HttpOptions, HttpServing } from "./http.ts";
import type { Serving } from "./stdio.ts";
import { toMcpTool } from "./to-mcp-tool.ts";

export interface ServeMcpOptions {
  /** What the server calls itself. Default `runa`. */
  readonly name?: string;
  readonly version?: string;
  /** Told to the client: how the tools are meant to be used. */
  readonly instructions?: string;
  /** What tools with a `ctx` parameter get, call by call. Default: a context without values. */
  readonly context?: ContextOfCall;
  /** Milliseconds that calls have to finish when the server closes, before they are aborted. Default 5000. */
  readonly closeGrace?: number;
}

export interface ServeMcpOverHttpOptions extends ServeMcpOptions {
  readonly http: HttpOptions;
}

const CHECKS: OptionChecks<ServeMcpOptions & { readonly http?: HttpOptions }> = {
  name: aText,
  version: aText,
  instructions: aText,
  context: aFunction,
  closeGrace: (value) =>
    value === 0 || aDuration(value) === undefined ? undefined : "must be a number of milliseconds from 0",
  // Checked by itself, with a place of its own in the message.
  http: anything,
};

const HTTP_CHECKS: OptionChecks<HttpOptions> = {
  port: (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 65_536
      ? undefined
      : "must be a port, from 0 to 65535",
  host: aText,
  path: (value) => (typeof value === "string" && value.startsWith("/") ? undefined : 'must begin with "/"'),
  allowedHosts: aListOfTexts,
  allowedOrigins: aListOfTexts,
  token: aText,
};

/**
 * Serves tools by the Model Context Protocol: over stdio, or with `http` over Streamable HTTP, to clients of both
 * protocol generations. A call is checked, converted and run as one of a model is; whatever goes wrong is a result with
 * `isError`, which the client's model reads.
 *
 * @param tools The generated ones, by name, or a list as an agent takes it: toolkits and MCP servers are connected before
 * anybody is served, and closed with the server.
 * @returns When it serves. Over stdio, standard output belongs to the protocol until it is closed: `console.log` goes to
 * standard error.
 * @throws UserError for a tool that cannot be served, an option that does not exist, or an address that cannot be had.
 *
 * @example
 * ```ts
 * import { serveMcp } from "@runa/runtime/mcp";
 * import { tools } from "./runa.tools.js";
 *
 * await serveMcp(tools, { name: "weather" });
 * const { url } = await serveMcp(tools, { name: "weather", http: { port: 3000 } });
 * ```
 */
export async function serveMcp(tools: ServableTools, options: ServeMcpOverHttpOptions): Promise<HttpServing>;
export async function serveMcp(tools: ServableTools, options?: ServeMcpOptions): Promise<Serving>;
export async function serveMcp(
  tools: ServableTools,
  options: ServeMcpOptions & { readonly http?: HttpOptions } = {},
): Promise<Serving> {
  assertOptions<ServeMcpOptions & { readonly http?: HttpOptions }>(options, CHECKS, "serveMcp");
  if (options.http !== undefined) assertOptions<HttpOptions>(options.http, HTTP_CHECKS, "serveMcp, http,");
  const opened = await openEntries(readEntries(tools, "serveMcp"), { ctx: new RunContext() });
  try {
    const serving = await serve(toServed(opened.entries, options), options.http);
    const closed = serving.closed.then(opened.close);
    const close = async (): Promise<void> => {
      await serving.close();
      await closed;
    };
    return { ...serving, closed, close };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Toolkits, instances of classes with tool methods, and MCP servers may stand in the list. */
export type ServableTools = readonly ToolEntry[] | Tools;

/** The `tools` of a generated binding: an interface, which has no index signature. */
type Tools = object;

async function serve(served: ServedTools, http: HttpOptions | undefined): Promise<Serving> {
  if (http) {
    const { serveHttp } = await requirePackage("@modelcontextprotocol/server", () => import("./http.ts"));
    return serveHttp(served, http);
  }
  const { serveStdio } = await requirePackage("@modelcontextprotocol/server", () => import("./stdio.ts"));
  return serveStdio(served);
}

function toServed(
  entries: readonly ToolEntry[],
  { name = "runa", version = "0.0.0", instructions = "", context = () => ({}), closeGrace = 5_000 }: ServeMcpOptions,
): ServedTools {
  const tools = resolveTools(entries, "serveMcp");
  for (const tool of tools.values()) assertServable(tool);
  const texts = [instructions, toolInstructions([...tools.values()])].filter((text) => text !== "");
  return {
    name,
    version,
    instructions: texts.length > 0 ? texts.join("\n\n") : undefined,
    tools,
    listed: [...tools.values()].map(toMcpTool),
    contextOf: context,
    closeGrace,
  };
}

function assertServable({ name, isExternal }: BoundTool): void {
  if (!isExternal) return;
  throw new UserError(
    "RUNA_EXTERNAL_TOOL",
    `The tool "${name}" cannot be served: it runs elsewhere, and there is no function to call.`,
  );
}
