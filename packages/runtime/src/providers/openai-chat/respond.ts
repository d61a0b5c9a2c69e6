/** One request in the Chat Completions format. Loaded with the first of them. */
import type { ModelRequest, ModelResponse } from "../../model/model.ts";
import { createShortCallId } from "../call-ids.ts";
import type { Connection } from "../connection.ts";
import { exchange } from "../exchange.ts";
import type { ChatServer } from "./chat-server.ts";
import { type ChatReading, fromResponse } from "./from-response.ts";
import { createStreamReader } from "./from-stream.ts";
import { lowerTools } from "./lower-tools.ts";
import { toRequest } from "./to-request.ts";

interface ChatTarget {
  readonly model: string;
  readonly server: ChatServer;
  readonly connection: Connection;
}

/** Addresses that have refused `stream_options`. */
const withoutStreamOptions = new Set<string>();

export function respond(request: ModelRequest, { model, server, connection }: ChatTarget): Promise<ModelResponse> {
  const { tools, restoreArguments } = lowerTools(request.tools, server);
  const reading: ChatReading = {
    provider: server.name,
    restoreArguments,
    ...(server.shortCallIds ? { createId: createShortCallId } : undefined),
  };
  const known = withoutStreamOptions.has(connection.baseUrl) ? { ...server, streamOptions: false } : server;
  const body = connection.extend(toRequest(request, { model, server: known, tools }));
  return exchange(
    {
      provider: server.name,
      model,
      url: `${connection.baseUrl}/chat/completions`,
      headers: connection.headers,
      body,
      fromResponse: (answer) => fromResponse(answer, reading),
      createStreamReader: (emit) => createStreamReader(reading, emit),
      withoutRefused({ status, providerMessage }) {
        if (status !== 400 && status !== 422) return undefined;
        if (!("stream_options" in body) || !providerMessage.includes("stream_options")) return undefined;
        withoutStreamOptions.add(connection.baseUrl);
        const { stream_options: _, ...rest } = body;
        return rest;
      },
      advise: connection.advise,
    },
    request,
  );
}
