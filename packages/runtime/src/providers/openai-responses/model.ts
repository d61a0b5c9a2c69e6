/** The factory of models behind OpenAI's Responses. Light: what a request needs is loaded with the first one. */
import type { Model } from "../../model/model.ts";
import { connect } from "../connection.ts";
import { loadOnce } from "../load-once.ts";
import type { ModelOptions } from "../model-options.ts";
import { authorizeOpenai, OPENAI } from "../openai-endpoint.ts";

const load = loadOnce(() => import("./respond.ts"));

/** A model behind OpenAI's Responses, at OpenAI or at the address in `OPENAI_BASE_URL` or `baseUrl`. */
export function openaiResponses(id: string, options: ModelOptions = {}): Model {
  return {
    provider: "openai-responses",
    id,
    async respond(request) {
      const connection = connect(OPENAI, options, authorizeOpenai);
      const { respond } = await load();
      return respond(request, { model: id, connection });
    },
  };
}
