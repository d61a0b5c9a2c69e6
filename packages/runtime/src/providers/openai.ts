/** The factory that chooses between OpenAI's two wire formats. */
import type { Model } from "../model/model.ts";
import { baseUrlOf, isOwnAddress } from "./connection.ts";
import type { ModelOptions } from "./model-options.ts";
import { openaiChat } from "./openai-chat/model.ts";
import { OPENAI } from "./openai-endpoint.ts";
import { openaiResponses } from "./openai-responses/model.ts";

/**
 * A model of OpenAI: through Responses at OpenAI's own address, through Chat Completions, which every other server
 * speaks, at any other (`baseUrl` or `OPENAI_BASE_URL`).
 */
export function openai(id: string, options: ModelOptions = {}): Model {
  const choose = (): Model =>
    isOwnAddress(OPENAI, baseUrlOf(OPENAI, options)) ? openaiResponses(id, options) : openaiChat(id, options);
  return {
    get provider() {
      return choose().provider;
    },
    id,
    respond: async (request) => choose().respond(request),
  };
}
