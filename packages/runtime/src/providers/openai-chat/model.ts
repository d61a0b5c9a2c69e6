/** The factory of models behind OpenAI's Chat Completions. */
import type { Model } from "../../model/model.ts";
import { baseUrlOf } from "../connection.ts";
import type { ModelOptions } from "../model-options.ts";
import { authorizeOpenai, OPENAI } from "../openai-endpoint.ts";
import { chatModel } from "./chat-model.ts";
import { OPENAI_SERVER } from "./chat-server.ts";
import { serverAt } from "./compatible-servers.ts";

/**
 * A model behind OpenAI's Chat Completions, at OpenAI or at the address in `OPENAI_BASE_URL` or `baseUrl`.
 *
 * @example
 * ```ts
 * new Agent({ name: "weather_agent", model: openaiChat("gpt-5.2"), tools: [tools.getWeather] });
 * ```
 */
export function openaiChat(id: string, options: ModelOptions = {}): Model {
  return chatModel(id, () => ({
    server: serverAt(baseUrlOf(OPENAI, options))?.chat ?? OPENAI_SERVER,
    endpoint: OPENAI,
    authorize: authorizeOpenai,
    options,
  }));
}
