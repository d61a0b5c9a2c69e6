/** What a generator tool yields, told to a client that asked for progress, before the result is there. */
import type { ServerContext } from "@modelcontextprotocol/server";
import type { CallListener } from "../../call/call-in-progress.ts";

/** Empty for a client that has not sent a `progressToken`. */
export function progressListener({ _meta, notify }: ServerContext["mcpReq"]): { readonly listener?: CallListener } {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return {};
  let progress = 0;
  const tell = (message: string): void => {
    progress++;
    // A client that has left misses it, and that is no concern of the tool.
    notify({ method: "notifications/progress", params: { progressToken, progress, message } }).catch(() => {});
  };
  return {
    listener: { onStarted() {}, onOutput: (_call, delta) => tell(delta), onCustomEvent() {}, onCompleted() {} },
  };
}
