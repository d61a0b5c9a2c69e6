/** Models behind OpenAI's Chat Completions. Light: what a request needs is loaded with the first one. */
import type { Model } from "../../model/model.ts";
import { type Authorize, bearer, connect, type Endpoint, variable } from "../connection.ts";
import type { ModelOptions } from "../model-options.ts";
import { type ChatServer, OPENAI_SERVER } from "./chat-server.ts";

export const OPENAI: Endpoint = {
  name: "openai",
  keyVariables: ["OPENAI_API_KEY"],
  baseUrlVariables: ["OPENAI_BASE_URL"],
  defaultBaseUrl: "https://api.openai.com/v1",
};

export const authorizeOpenai: Authorize = (key, source) => {
  const organization = variable("OPENAI_ORG_ID");
  const project = variable("OPENAI_PROJECT_ID");
  return {
    ...bearer(key, source),
    ...(organization === undefined ? undefined : { "openai-organization": organization }),
    ...(project === undefined ? undefined : { "openai-project": project }),
  };
};

/**
 * A model behind OpenAI's Chat Completions, at OpenAI or at the address in `OPENAI_BASE_URL` or `baseUrl`.
 *
 * @example
 * ```ts
 * new Agent({ name: "weather_agent", model: openaiChat("gpt-5.2"), tools: [tools.getWeather] });
 * ```
 */
export function openaiChat(id: string, options: ModelOptions = {}): Model {
  return chatModel(id, { server: OPENAI_SERVER, endpoint: OPENAI, authorize: authorizeOpenai, options });
}

export interface ChatModelSetup {
  readonly server: ChatServer;
  readonly endpoint: Endpoint;
  readonly authorize?: Authorize;
  readonly options: ModelOptions;
}

export function chatModel(id: string, { server, endpoint, authorize, options }: ChatModelSetup): Model {
  return {
    provider: server.name,
    id,
    async respond(request) {
      const connection = connect(endpoint, options, authorize);
      const { respond } = await import("./respond.ts");
      return respond(request, { model: id, server, connection });
    },
  };
}
