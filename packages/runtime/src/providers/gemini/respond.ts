/** One request in Gemini's format. Loaded with the first of them. */
import { GEMINI_NAMES } from "../../manifest/dialects/tool-name.ts";
import type { ModelRequest, ModelResponse } from "../../model/model.ts";
import { BrokenAnswer } from "../answer-faults.ts";
import { type Connection, pathOf, requestUrl } from "../connection.ts";
import { exchange } from "../exchange.ts";
import { lowerOutput } from "../lower-output.ts";
import { lowerTools } from "../lower-tools.ts";
import { withProviderTools } from "../provider-tools.ts";
import type { Answer } from "../wire-format.ts";
import { isObject } from "../wire-values.ts";
import { fromResponse } from "./from-response.ts";
import { createStreamReader } from "./from-stream.ts";
import { PROVIDER, toRequest } from "./to-request.ts";

interface GeminiTarget {
  readonly model: string;
  readonly connection: Connection;
}

export function respond(request: ModelRequest, { model, connection }: GeminiTarget): Promise<ModelResponse> {
  const tools = lowerTools(request.tools, () => "gemini", GEMINI_NAMES);
  const output = request.output && lowerOutput(request.output.schema, "gemini");
  const { baseUrl, headers } = connection;
  const version = /\/v1(?:beta\d*|alpha)?$/.test(pathOf(baseUrl)) ? "" : "/v1beta";
  const path = model.includes("/") ? model : `models/${encodeURIComponent(model)}`;
  const method = request.stream ? "streamGenerateContent?alt=sse" : "generateContent";
  return exchange(
    {
      provider: PROVIDER,
      model,
      url: requestUrl(baseUrl, `${version}/${path}:${method}`),
      headers,
      body: connection.extend(withProviderTools(toRequest(request, { model, tools, output }), request)),
      fromResponse: (answer) => (Array.isArray(answer) ? fromChunks(answer) : fromResponse(answer)),
      createStreamReader,
      tools,
      restoreOutput: output?.restore,
      advise: connection.advise,
    },
    request,
  );
}

/** A proxy that dropped `alt=sse` answers with the chunks in one JSON array. */
function fromChunks(chunks: readonly unknown[]): Answer {
  const reader = createStreamReader(() => {});
  for (const chunk of chunks) if (isObject(chunk)) reader.pushChunk(chunk);
  if (!reader.isComplete()) throw new BrokenAnswer("the answer has no finish reason.");
  return reader.finish();
}
