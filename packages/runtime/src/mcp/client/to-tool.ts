/** From an entry of `tools/list` to a tool like any other: the same gates, hooks and limits. */
import type { Tool as McpTool } from "@modelcontextprotocol/client";
import { invokeTool } from "../../call/invoke-tool.ts";
import { warnOnce } from "../../errors/warn-once.ts";
import type { JsonSchema, ParametersSchema } from "../../manifest/index.ts";
import type { RunContext } from "../../tool/run-context.ts";
import { type BoundTool, createTool } from "../../tool/tool.ts";
import type { ToolOptions } from "../../tool/tool-options.ts";
import { loadValidation } from "../../validation/validator.ts";
import type { Connection } from "./connection.ts";
import { fromCallResult } from "./from-call-result.ts";
import { mayRunTwice } from "./may-run-twice.ts";

export interface ToolFacts {
  readonly origin: string;
  /** What the model calls it; the server's name may have a prefix before it. */
  readonly name: string;
  readonly options: ToolOptions;
  readonly connection: Connection;
  /** A person has said yes to each call that gets as far as the server. */
  readonly isApproved: boolean;
}

export function toTool(listed: McpTool, { origin, name, options, connection, isApproved }: ToolFacts): BoundTool {
  return createTool(
    {
      definition: { name, description: listed.description ?? listed.title ?? "", parameters: toParameters(listed) },
      origin: `"${listed.name}" of ${origin}`,
      options,
      schemaKind: "foreign",
      // Only what the schema does not declare is taken out: a server's own `ctx` reaches the server.
      injects: ["ctx", "signal"],
      isExternal: false,
      isRepeatable: mayRunTwice(listed),
      call: async (values, injected) => {
        const signal = injected.signal instanceof AbortSignal ? injected.signal : (injected.ctx as RunContext).signal;
        const result = await connection.call(listed, values, { signal, isApproved });
        await checkStructure(listed, (result as { structuredContent?: unknown }).structuredContent, origin);
        return fromCallResult(result);
      },
    },
    invokeTool,
  );
}

/** The same object wherever possible; providers want `properties`, which the protocol does not ask for. */
function toParameters({ inputSchema }: McpTool): ParametersSchema {
  const schema = inputSchema as JsonSchema;
  return (schema.properties ? schema : { ...schema, properties: {} }) as ParametersSchema;
}

/** The tool has run: what does not fit is told to the developer, and not kept from the model. */
async function checkStructure({ name, outputSchema }: McpTool, value: unknown, origin: string): Promise<void> {
  if (!outputSchema || value === undefined) return;
  const validation = await loadValidation();
  const schema = outputSchema as JsonSchema;
  if (validation.accepts(schema, "foreign", value)) return;
  const [problem] = validation.explain(schema, "foreign", value);
  warnOnce(
    "RUNA_MCP_RESULT",
    `${origin} ${name}`,
    `A structured result of "${name}" of ${origin} does not fit the schema that the server declares: ${problem?.path || "/"} ${problem?.message ?? "is refused"}.`,
  );
}
