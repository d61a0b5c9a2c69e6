/** From what a server lists to the tools of an agent: filtered and renamed as the options say. */
import type { Tool as McpTool } from "@modelcontextprotocol/client";
import { closestNames } from "../../errors/closest-names.ts";
import { ToolSourceError } from "../../errors/tool-source-error.ts";
import type { BoundTool } from "../../tool/tool.ts";
import type { Connection } from "./connection.ts";
import type { MCPServerOptions } from "./mcp-server-options.ts";
import { toTool } from "./to-tool.ts";

export interface ToolList {
  readonly listed: readonly McpTool[];
  readonly tools: readonly BoundTool[];
}

export interface ToolListFacts {
  readonly origin: string;
  readonly connection: Connection;
  readonly options: MCPServerOptions;
  readonly timeout: number;
}

/** @throws ToolSourceError for a name that the server does not have: a filter that filters nothing is a hole. */
export function readTools(
  listed: readonly McpTool[],
  { origin, connection, options, timeout }: ToolListFacts,
): ToolList {
  const { include, exclude = [], prefix, needsApproval = [] } = options;
  const approved = needsApproval === true ? undefined : needsApproval;
  // Of two with one name the first counts.
  const named = listed.filter(({ name }, index) => listed.findIndex((other) => other.name === name) === index);
  const names = named.map(({ name }) => name);
  for (const name of [...(include ?? []), ...exclude, ...(approved ?? [])]) assertListed(name, names, origin);
  const tools = named
    .filter(({ name }) => (include === undefined || include.includes(name)) && !exclude.includes(name))
    .map((tool) => {
      const isAsked = approved?.includes(tool.name) ?? true;
      return toTool(tool, {
        origin,
        name: prefix === undefined ? tool.name : `${prefix}_${tool.name}`,
        options: { timeout, ...(isAsked && { needsApproval: true }) },
        connection,
        isApproved: isAsked,
      });
    });
  return { listed, tools };
}

function assertListed(name: string, names: readonly string[], origin: string): void {
  if (names.includes(name)) return;
  const near = closestNames(name, names, 1)[0];
  throw new ToolSourceError(
    origin,
    `it has no tool "${name}"${near ? `; did you mean "${near}"?` : ""} Its tools are ${names.join(", ") || "none"}`,
  );
}
