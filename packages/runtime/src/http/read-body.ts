/** The body of an answer, as a whole or as it comes, before its time is over. */
import type { Dispatcher } from "undici";
import { RequestTimeout } from "./to-http-error.ts";

type Body = Dispatcher.ResponseData["body"];

/** How long to wait for the end of a body behind the part that matters, so that its connection can be used again. */
const LINGER = 50;

export async function readText(body: Body, time: number, toError: (error: unknown) => unknown): Promise<string> {
  const timer = setTimeout(() => body.destroy(new RequestTimeout()), time);
  try {
    return await body.text();
  } catch (error) {
    throw toError(error);
  } finally {
    clearTimeout(timer);
  }
}

interface BodyReading {
  readonly onChunk: (chunk: Buffer) => boolean;
  readonly timeLeft: number;
  readonly toError: (error: unknown) => unknown;
}

export function readBody(body: Body, { onChunk, timeLeft, toError }: BodyReading): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(() => body.destroy(new RequestTimeout()), timeLeft);
    let enough = false;
    body.on("data", (chunk: Buffer) => {
      if (enough) return;
      try {
        enough = onChunk(chunk);
      } catch (error) {
        enough = true;
        reject(error);
        body.destroy();
        return;
      }
      if (!enough) return;
      // The end is normally on its way. Some servers keep the connection open behind their last event.
      clearTimeout(timer);
      timer = setTimeout(() => body.destroy(), LINGER);
    });
    body.on("end", () => {
      // An error that nobody needs would be made at its close, for every answer, and its stack is dear.
      enough = true;
      resolve();
    });
    body.on("error", (error: unknown) => (enough ? resolve() : reject(toError(error))));
    body.on("close", () => {
      clearTimeout(timer);
      if (enough) resolve();
      else reject(toError(new Error("closed before its end")));
    });
  });
}
