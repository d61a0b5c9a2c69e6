/** The factory of models behind Anthropic's Messages. Light: what a request needs is loaded with the first one. */
import type { Model } from "../../model/model.ts";
import { type Authorize, bearer, connect, type Endpoint } from "../connection.ts";
import { loadOnce } from "../load-once.ts";
import type { ModelOptions } from "../model-options.ts";

<<<<<<< HEAD
const load = loadOnce(() => import("./respond.ts"));
=======
/** An `import()` of what is loaded still costs a turn of the event loop, and much more under a loader hook. */
let loading: Promise<typeof import("./respond.ts")> | undefined;
>>>>>>> main

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
<<<<<<< HEAD
      const { respond } = await load();
=======
>>>>>>> main
      return respond(request, { model: id, connection });
    },
  };
}
