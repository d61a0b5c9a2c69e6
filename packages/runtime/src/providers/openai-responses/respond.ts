/** One request in the Responses format. Loaded with the first of them. */
import { OPENAI_NAMES } from "../../manifest/dialects/tool-name.ts";
import type { ModelRequest, ModelResponse } from "../../model/model.ts";
import { type Connection, requestUrl } from "../connection.ts";
import { exchange } from "../exchange.ts";
import { lowerOutput } from "../lower-output.ts";
import { lowerTools } from "../lower-tools.ts";
import { withProviderTools } from "../provider-tools.ts";
import { createFallback, withoutKnownRefused } from "../refused-fields.ts";
import { fromResponse } from "./from-response.ts";
import { createStreamReader } from "./from-stream.ts";
import { PROVIDER, toRequest } from "./to-request.ts";

interface ResponsesTarget {
  readonly model: string;
  readonly connection: Connection;
}

/** What a request can do without, should the model not take it. */
const OPTIONAL = ["include", "temperature", "top_p", "parallel_tool_calls", "reasoning", "max_output_tokens"];

export function respond(request: ModelRequest, { model, connection }: ResponsesTarget): Promise<ModelResponse> {
  const tools = lowerTools(request.tools, ({ strict }) => (strict ? "openai-strict" : "openai"), OPENAI_NAMES);
  const output = request.output && lowerOutput(request.output.schema, "openai-strict", "openai");
  const target = { baseUrl: connection.baseUrl, model };
  const body = withoutKnownRefused(
    connection.extend(withProviderTools(toRequest(request, { model, tools, output }), request)),
    target,
  );
  const withoutRefused = createFallback(body, OPTIONAL, target);
  return exchange(
    {
      provider: PROVIDER,
      model,
      url: requestUrl(connection.baseUrl, "/responses"),
      headers: connection.headers,
      body,
      fromResponse,
      createStreamReader,
      tools,
      restoreOutput: output?.restore,
      withoutRefused,
      advise: connection.advise,
    },
    request,
  );
}
