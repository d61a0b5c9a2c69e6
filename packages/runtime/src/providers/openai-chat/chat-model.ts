/** A `Model` in the Chat Completions format. Light: what a request needs is loaded with the first one. */
import type { Model } from "../../model/model.ts";
import { type Authorize, connect, type Endpoint } from "../connection.ts";
import { loadOnce } from "../load-once.ts";
import type { ModelOptions } from "../model-options.ts";
import type { ChatServer } from "./chat-server.ts";

<<<<<<< HEAD
const load = loadOnce(() => import("./respond.ts"));
=======
/** An `import()` of what is loaded still costs a turn of the event loop, and much more under a loader hook. */
let loading: Promise<typeof import("./respond.ts")> | undefined;
>>>>>>> main

export interface ChatModelSetup {
  readonly server: ChatServer;
  readonly endpoint: Endpoint;
  readonly authorize?: Authorize;
  readonly options: ModelOptions;
}

/** `setUp` is called at each request: the environment may say another address by then. */
export function chatModel(id: string, setUp: () => ChatModelSetup): Model {
  return {
    get provider() {
      return setUp().server.name;
    },
    id,
    async respond(request) {
      const { server, endpoint, authorize, options } = setUp();
      const connection = connect(endpoint, options, authorize);
<<<<<<< HEAD
      const { respond } = await load();
=======
>>>>>>> main
      return respond(request, { model: id, server, connection });
    },
  };
}
