/**
 * Types for the modules inside undici that `http-client.ts` loads. undici declares none for them, because they are no
 * promised interface; its version is held with `~` and a test loads each.
 */
declare module "undici/lib/api/api-request.js" {
  import type { Dispatcher } from "undici";

  function request(this: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  export default request;
}

declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici";

  export default Agent;
}

declare module "undici/lib/dispatcher/env-http-proxy-agent.js" {
  import { EnvHttpProxyAgent } from "undici";

  export default EnvHttpProxyAgent;
}
