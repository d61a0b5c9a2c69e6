/** The factory of models behind Anthropic's Messages. Light: what a request needs is loaded with the first one. */
import type { Model } from "../../model/model.ts";
import { type Authorize, bearer, connect, type Endpoint } from "../connection.ts";
import { loadOnce } from "../load-once.ts";
import type { ModelOptions } from "../model-options.ts";

const load = loadOnce(() => import("./respond.ts"));

const ANTHROPIC: Endpoint = {
  name: "anthropic",
  keyVariables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
  baseUrlVariables: ["ANTHROPIC_BASE_URL"],
  defaultBaseUrl: "https://api.anthropic.com",
};

const authorize: Authorize = (key, source) =>
  source === "ANTHROPIC_AUTH_TOKEN" ? bearer(key, source) : { "x-api-key": key };

/** A model behind Anthropic's Messages. The base URL may end in `/v1` or not. */
export function anthropic(id: string, options: ModelOptions = {}): Model {
  return {
    provider: "anthropic",
    id,
    async respond(request) {
      const connection = connect(ANTHROPIC, options, authorize);
      const { respond } = await load();
      return respond(request, { model: id, connection });
    },
  };
}
