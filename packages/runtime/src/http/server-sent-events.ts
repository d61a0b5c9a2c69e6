/** Bytes of a `text/event-stream` to events, as they come, wherever the bytes are cut. */
import { StringDecoder } from "node:string_decoder";
import { createParser } from "eventsource-parser";

export interface ServerSentEvent {
  readonly event?: string | undefined;
  readonly data: string;
}

export interface EventDecoder {
  push(chunk: Buffer): void;
  /** The body has ended: an event that no blank line follows is handed on too. */
  end(): void;
}

/**
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function createEventDecoder(onEvent: (event: ServerSentEvent) => void): EventDecoder {
  const decoder = new StringDecoder("utf8");
  const parser = createParser({ onEvent });
  let atStart = true;

  function feed(text: string): void {
    if (text === "") return;
    const startsWithMark = atStart && text.startsWith("\uFEFF");
    atStart = false;
    parser.feed(startsWithMark ? text.slice(1) : text);
  }

  return {
    push: (chunk) => feed(decoder.write(chunk)),
    end: () => {
      feed(decoder.end());
      parser.feed("\n\n");
    },
  };
}
