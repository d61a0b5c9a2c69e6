/**
 * One MCP server over a list of tools. Both transports make as many of them as the protocol asks for, so that it holds
 * nothing: a call goes through the stages of every other call, and its outcome is the answer.
 */

import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  type Tool as McpTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isWaiting } from "../../call/call-in-progress.ts";
import { callOnce, createGate } from "../../call/invoke-tool.ts";
import { errorMessage } from "../../errors/error-message.ts";
import type { JsonObject } from "../../manifest/index.ts";
import { askForContext } from "../../tool/caller-context.ts";
import type { RunContextParts } from "../../tool/run-context.ts";
import type { BoundTool } from "../../tool/tool.ts";
import { askThroughClient, type GatedCall, readVerdict } from "./approval.ts";
import { progressListener } from "./progress.ts";
import type { RunningCalls } from "./running-calls.ts";
import { toCallResult } from "./to-call-result.ts";
import { outputSchemaOf } from "./to-mcp-tool.ts";

/** Says what the tools of a call get as their `ctx`. */
export type ContextOfCall = (call: McpCall) => RunContextParts | Promise<RunContextParts>;

export interface McpCall {
  readonly toolName: string;
  /** Of the HTTP request; absent over stdio. */
  readonly headers: Headers | undefined;
}

export interface ServedTools {
  readonly name: string;
  readonly version: string;
  readonly instructions: string | undefined;
  readonly tools: ReadonlyMap<string, BoundTool>;
  /** As clients are told of them: the same for each of the many servers. */
  readonly listed: readonly McpTool[];
  readonly contextOf: ContextOfCall;
  /** Milliseconds. */
  readonly closeGrace: number;
}

/** @param calls Those of all servers that are made for one `serveMcp`. */
export function createServer(served: ServedTools, calls: RunningCalls, request?: Request): Server {
  const { name, version, instructions, tools, listed } = served;
  const server = new Server(
    { name, version },
    { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [...listed] }));
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
    const tool = tools.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return calls.run(() => answerCall(tool, params, mcpReq));
  });
  return server;

  async function answerCall(
    tool: BoundTool,
    params: CallToolRequest["params"],
    mcpReq: ServerContext["mcpReq"],
  ): Promise<CallToolResult | InputRequiredResult> {
    const json = (params.arguments ?? {}) as JsonObject;
    const gated: GatedCall = { toolName: tool.name, callId: String(mcpReq.id), arguments: json };
    try {
      if (calls.isEnding) throw new Error("the server is closing");
      const parts = await askForContext(
        () => served.contextOf({ toolName: tool.name, headers: request?.headers }),
        "serveMcp",
      );
      const outcome = await callOnce(tool, json, {
        ctx: { ...parts, signal: AbortSignal.any([mcpReq.signal, calls.signal]) },
        callId: gated.callId,
        media: true,
        ...progressListener(mcpReq),
        gate: createGate(gated.callId, readVerdict(gated, mcpReq)),
      });
      if (isWaiting(outcome)) return askThroughClient(gated, outcome.question, mcpReq, server);
      const schema = outputSchemaOf(tool);
      return server.projectCallToolResult(await toCallResult(outcome, schema), schema);
    } catch (error) {
      return { content: [{ type: "text", text: `error: ${errorMessage(error)}` }], isError: true };
    }
  }
}
