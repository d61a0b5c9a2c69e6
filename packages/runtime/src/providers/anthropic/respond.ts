/** One request in the Messages format. Loaded with the first of them. */
import type { ModelRequest, ModelResponse } from "../../model/model.ts";
import type { Connection } from "../connection.ts";
import { exchange } from "../exchange.ts";
import { fromResponse } from "./from-response.ts";
import { createStreamReader } from "./from-stream.ts";
import { lowerTools } from "./lower-tools.ts";
import { PROVIDER, toRequest, withoutForce } from "./to-request.ts";

interface MessagesTarget {
  readonly model: string;
  readonly connection: Connection;
}

export function respond(request: ModelRequest, { model, connection }: MessagesTarget): Promise<ModelResponse> {
  const { tools, restoreArguments } = lowerTools(request.tools);
  const reading = { restoreArguments };
  const body = connection.extend(toRequest(request, model, tools));
  const { baseUrl, headers } = connection;
  return exchange(
    {
      provider: PROVIDER,
      model,
      url: baseUrl.endsWith("/v1") ? `${baseUrl}/messages` : `${baseUrl}/v1/messages`,
      headers: { "anthropic-version": "2023-06-01", ...headers },
      body,
      fromResponse: (answer) => fromResponse(answer, reading),
      createStreamReader: (emit) => createStreamReader(reading, emit),
      // A 429 without a wait is the spending limit of the account.
      limitWithoutWaitIsPermanent: true,
      withoutRefused: ({ status, providerMessage }) =>
        status === 400 && /tool_choice|forc/i.test(providerMessage) ? withoutForce(body) : undefined,
      advise: connection.advise,
    },
    request,
  );
}
