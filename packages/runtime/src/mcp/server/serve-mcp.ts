/** `serveMcp`: tools as an MCP server. */
import {
  aFunction,
  aListOfTexts,
  anything,
  assertOptions,
  aText,
  type OptionChecks,
} from "../../errors/assert-options.ts";
import { requirePackage } from "../../errors/require-package.ts";
import { UserError } from "../../errors/user-error.ts";
import { toTools } from "../../tool/to-tools.ts";
import type { AnyFunction, AnyTool, BoundTool } from "../../tool/tool.ts";
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
}

export interface ServeMcpOverHttpOptions extends ServeMcpOptions {
  readonly http: HttpOptions;
}

const CHECKS: OptionChecks<ServeMcpOptions & { readonly http?: HttpOptions }> = {
  name: aText,
  version: aText,
  instructions: aText,
  context: aFunction,
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
 * @param tools The generated ones, by name or as a list, or functions that a binding knows.
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
  const known = toServed(tools);
  const served: ServedTools = {
    name: options.name ?? "runa",
    version: options.version ?? "0.0.0",
    instructions: options.instructions,
    tools: known,
    listed: [...known.values()].map(toMcpTool),
    contextOf: options.context ?? (() => ({})),
  };
  if (options.http) {
    const { serveHttp } = await requirePackage("@modelcontextprotocol/server", () => import("./http.ts"));
    return serveHttp(served, options.http);
  }
  const { serveStdio } = await requirePackage("@modelcontextprotocol/server", () => import("./stdio.ts"));
  return serveStdio(served);
}

/** Instances of classes with tool methods may stand among them. */
export type ServableTools = readonly (AnyTool | AnyFunction | object)[] | Tools;

/** The `tools` of a generated binding: an interface, which has no index signature. */
type Tools = object;

function toServed(tools: ServableTools): ReadonlyMap<string, BoundTool> {
  const served = new Map<string, BoundTool>();
  for (const tool of toTools(tools, "serveMcp")) {
    if (tool.isExternal) {
      throw new UserError(
        "RUNA_EXTERNAL_TOOL",
        `The tool "${tool.name}" cannot be served: it runs elsewhere, and there is no function to call.`,
      );
    }
    const other = served.get(tool.name);
    if (other && other !== tool) {
      throw new UserError(
        "RUNA_NAME_CLASH",
        `serveMcp was given two tools named "${tool.name}": ${other.origin}, and ${tool.origin}. Rename one with .with({ name: "another_name" }).`,
      );
    }
    served.set(tool.name, tool);
  }
  return served;
}
