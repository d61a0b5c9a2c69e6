/** From the run to the parameters that a tool takes from it. */
import type { Injection } from "../manifest/index.ts";
import type { InjectedValues } from "../tool/tool.ts";
import type { CallInProgress } from "./call-in-progress.ts";

const MEDIA_TYPES = { images: "image", videos: "video", audio: "audio", files: "file" } as const;

const NOTHING_INJECTED: InjectedValues = Object.freeze({});

/** @param own Aborted at the deadline of the call, where it has one. */
export function injectedValues(call: CallInProgress, own: AbortSignal | undefined): InjectedValues {
  if (call.tool.injects.length === 0) return NOTHING_INJECTED;
  const injected: Record<string, unknown> = {};
  for (const name of call.tool.injects) injected[name] = injectedValue(name, call, own);
  return injected;
}

/** What ends the call early: the end of its run, or its own deadline. */
export function signalOf({ environment }: CallInProgress, own: AbortSignal | undefined): AbortSignal {
  return own ? AbortSignal.any([environment.signal, own]) : environment.signal;
}

function injectedValue(name: Injection, call: CallInProgress, own: AbortSignal | undefined): unknown {
  const { environment, toolCall } = call;
  switch (name) {
    case "ctx":
      return environment.ctx;
    case "callId":
      return toolCall.callId;
    case "agent":
      return environment.agent;
    case "toolCall":
      return { ...toolCall };
    case "signal":
      return signalOf(call, own);
    case "team":
      return environment.team;
    case "images":
    case "videos":
    case "audio":
    case "files":
      return environment.media().filter(({ type }) => type === MEDIA_TYPES[name]);
  }
}
