/** The factory of models behind Google's Gemini. Light: what a request needs is loaded with the first one. */
import type { Model } from "../../model/model.ts";
import { connect, type Endpoint } from "../connection.ts";
import { loadOnce } from "../load-once.ts";
import type { ModelOptions } from "../model-options.ts";

<<<<<<< HEAD
const load = loadOnce(() => import("./respond.ts"));
=======
/** An `import()` of what is loaded still costs a turn of the event loop, and much more under a loader hook. */
let loading: Promise<typeof import("./respond.ts")> | undefined;
>>>>>>> main

const GEMINI: Endpoint = {
  name: "google",
  keyVariables: ["GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  baseUrlVariables: ["GOOGLE_GEMINI_BASE_URL"],
  defaultBaseUrl: "https://generativelanguage.googleapis.com",
};

/** A model behind Google's Gemini. The base URL may end in `/v1beta` or not. */
export function gemini(id: string, options: ModelOptions = {}): Model {
  return {
    provider: "gemini",
    id,
    async respond(request) {
      const connection = connect(GEMINI, options, (key) => ({ "x-goog-api-key": key }));
<<<<<<< HEAD
      const { respond } = await load();
=======
>>>>>>> main
      return respond(request, { model: id.replace(/^models\//, ""), connection });
    },
  };
}
