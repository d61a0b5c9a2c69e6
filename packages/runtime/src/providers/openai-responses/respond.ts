/** One request in the Responses format. Loaded with the first of them. */
import type { ModelRequest, ModelResponse } from "../../model/model.ts";
import type { Connection } from "../connection.ts";
import { exchange } from "../exchange.ts";
import { fromResponse } from "./from-response.ts";
import { createStreamReader } from "./from-stream.ts";
import { lowerTools } from "./lower-tools.ts";
import { PROVIDER, toRequest } from "./to-request.ts";

interface ResponsesTarget {
  readonly model: string;
  readonly connection: Connection;
}

export function respond(request: ModelRequest, { model, connection }: ResponsesTarget): Promise<ModelResponse> {
  const { tools, restoreArguments } = lowerTools(request.tools);
  const reading = { restoreArguments };
  const body = connection.extend(toRequest(request, model, tools));
  return exchange(
    {
      provider: PROVIDER,
      model,
      url: `${connection.baseUrl}/responses`,
      headers: connection.headers,
      body,
      fromResponse: (answer) => fromResponse(answer, reading),
      createStreamReader: (emit) => createStreamReader(reading, emit),
      withoutRefused({ status, providerMessage }) {
        if (status !== 400 || !("include" in body) || !/encrypted content/i.test(providerMessage)) return undefined;
        const { include: _, ...rest } = body;
        return rest;
      },
      advise: connection.advise,
    },
    request,
  );
}
