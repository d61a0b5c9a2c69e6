/** One request in the Chat Completions format. Loaded with the first of them. */
import { OPENAI_NAMES } from "../../manifest/dialects/tool-name.ts";
import type { ModelRequest, ModelResponse } from "../../model/model.ts";
import { createShortCallId } from "../call-ids.ts";
import { type Connection, requestUrl } from "../connection.ts";
import { exchange } from "../exchange.ts";
import { lowerOutput } from "../lower-output.ts";
import { lowerTools } from "../lower-tools.ts";
import { withProviderTools } from "../provider-tools.ts";
import { createFallback, withoutKnownRefused } from "../refused-fields.ts";
import type { ChatServer } from "./chat-server.ts";
import { fromContentFilter } from "./from-content-filter.ts";
import { fromFailedGeneration } from "./from-failed-generation.ts";
import { type ChatReading, fromResponse } from "./from-response.ts";
import { createStreamReader } from "./from-stream.ts";
import { toRequest } from "./to-request.ts";

interface ChatTarget {
  readonly model: string;
  readonly server: ChatServer;
  readonly connection: Connection;
}

/** What a request can do without, should the server not know it. */
const OPTIONAL = [
  "stream_options",
  "temperature",
  "top_p",
  "parallel_tool_calls",
  "reasoning_effort",
  "max_completion_tokens",
  "max_tokens",
];

export function respond(request: ModelRequest, { model, server, connection }: ChatTarget): Promise<ModelResponse> {
  const tools = lowerTools(
    request.tools,
    ({ strict }) => (strict && server.strict ? "openai-strict" : server.dialect),
    OPENAI_NAMES,
  );
  const plain = server.outputDialect ?? "openai";
  const output =
    request.output && lowerOutput(request.output.schema, ...(server.strict ? (["openai-strict"] as const) : []), plain);
  const reading: ChatReading = {
    provider: server.name,
    ...(server.shortCallIds ? { createId: createShortCallId } : undefined),
  };
  const target = { baseUrl: connection.baseUrl, model };
  const body = withoutKnownRefused(
    connection.extend(withProviderTools(toRequest(request, { model, server, tools, output }), request)),
    target,
  );
  return exchange(
    {
      provider: server.name,
      model,
      url: requestUrl(connection.baseUrl, "/chat/completions"),
      headers: connection.headers,
      body,
      fromResponse: (answer) => fromResponse(answer, reading),
      createStreamReader: (emit) => createStreamReader(reading, emit),
      tools,
      restoreOutput: output?.restore,
      salvage: (error) => fromFailedGeneration(error, reading) ?? fromContentFilter(error, reading),
      withoutRefused: createFallback(body, OPTIONAL, target),
      advise: connection.advise,
    },
    request,
  );
}
