/** One request in the Messages format. Loaded with the first of them. */
import type { ProviderError } from "../../errors/provider-error.ts";
import { ANTHROPIC_NAMES } from "../../manifest/dialects/tool-name.ts";
import type { ModelRequest, ModelResponse } from "../../model/model.ts";
import { type Connection, pathOf, requestUrl } from "../connection.ts";
import { exchange } from "../exchange.ts";
import { lowerOutput } from "../lower-output.ts";
import { lowerTools } from "../lower-tools.ts";
import { withProviderTools } from "../provider-tools.ts";
import { createFallback, withoutKnownRefused } from "../refused-fields.ts";
import { fromResponse } from "./from-response.ts";
import { createStreamReader } from "./from-stream.ts";
import { chooseDialects, takesSchemas } from "./strict.ts";
import { PROVIDER, toRequest, withoutForce } from "./to-request.ts";

interface MessagesTarget {
  readonly model: string;
  readonly connection: Connection;
}

export function respond(request: ModelRequest, { model, connection }: MessagesTarget): Promise<ModelResponse> {
  const tools = lowerTools(request.tools, chooseDialects(request.tools, model), ANTHROPIC_NAMES);
  const output =
    request.output && takesSchemas(model) ? lowerOutput(request.output.schema, "anthropic-strict") : undefined;
  const { baseUrl, headers } = connection;
  const target = { baseUrl, model };
  const body = withoutKnownRefused(
    connection.extend(withProviderTools(toRequest(request, { model, tools, output }), request)),
    target,
  );
  const withoutSetting = createFallback(body, ["temperature", "top_p"], target);
  let isForced = true;
  const withoutForceOnce = ({ status, providerMessage }: ProviderError) => {
    if (!isForced || status !== 400 || !/tool_choice|forc/i.test(providerMessage)) return undefined;
    isForced = false;
    return withoutForce(body);
  };
  return exchange(
    {
      provider: PROVIDER,
      model,
      url: requestUrl(baseUrl, pathOf(baseUrl).endsWith("/v1") ? "/messages" : "/v1/messages"),
      headers: { "anthropic-version": "2023-06-01", ...headers },
      body,
      fromResponse: (answer) => fromResponse(answer),
      createStreamReader,
      tools,
      restoreOutput: output?.restore,
      // It pings while the model thinks.
      idleTimeout: 120_000,
      // A 429 without a wait is the spending limit of the account.
      limitWithoutWaitIsPermanent: true,
      withoutRefused: (error) => withoutSetting(error) ?? withoutForceOnce(error),
      advise: connection.advise,
    },
    request,
  );
}
