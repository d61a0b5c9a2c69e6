/** What holds for every recorded answer of every provider. */
import { describe, expect, it } from "vitest";
import { createEventDecoder } from "../../src/http/server-sent-events.ts";
import type { Model, ModelEvent } from "../../src/model/model.ts";
import type { StreamReader } from "../../src/providers/wire-format.ts";
import { type Asked, ask, joinEvents, summarize, type Want } from "./ask.ts";
import { startModelServer } from "./model-server.ts";
import { answerOf, type StreamFormat } from "./recording.ts";

export interface Recordings {
  readonly format: StreamFormat;
  /** Streams that start over: what was reported by then cannot be taken back. */
  readonly restarting?: readonly string[];
  readonly wanted: readonly (readonly [recording: string, want: Want])[];
  readonly model: (baseUrl: string) => Model;
  readonly reader: (emit: (event: ModelEvent) => void) => StreamReader;
}

export function describeRecordings(name: string, { format, wanted, restarting = [], model, reader }: Recordings): void {
  const streams = wanted.filter(([recording]) => !recording.endsWith(".json"));
  const shortStreams = streams.filter(([recording]) => String(answerOf(recording, format).body).length < 5_000);

  describe(`recordings of ${name}`, () => {
    it.each(wanted)("reads %s", async (recording, want) => {
      await using server = await startModelServer(answerOf(recording, format));
      expect(summarize(await ask(model(server.url)))).toEqual(want);
    });

    it.each(wanted.filter(([recording]) => !restarting.includes(recording)))(
      "reports in events what the answer holds: %s",
      async (recording) => {
        await using server = await startModelServer(answerOf(recording, format));
        const asked = await ask(model(server.url));
        expect(joinEvents(asked.events)).toEqual(eventsWantedOf(asked));
      },
    );

    it.each(streams)("reads the same wherever the bytes are cut: %s", (recording, want) => {
      const bytes = Buffer.from(String(answerOf(recording, format).body));
      const begin = performance.now();
      for (let size = 1; size <= 256; size++) expect(summarize(readInPieces(bytes, size))).toEqual(want);
      expect(performance.now() - begin).toBeLessThan(20_000);
    });

    it.each(shortStreams)("reads the same byte by byte over a socket: %s", async (recording, want) => {
      await using server = await startModelServer({ ...answerOf(recording, format), chunkSize: 1 });
      expect(summarize(await ask(model(server.url)))).toEqual(want);
    });
  });

  function readInPieces(bytes: Buffer, size: number): Asked {
    const events: ModelEvent[] = [];
    const stream = reader((event) => events.push(event));
    let isDone = false;
    const decoder = createEventDecoder((event) => {
      if (!isDone) isDone = stream.push(event);
    });
    for (let offset = 0; offset < bytes.length; offset += size) decoder.push(bytes.subarray(offset, offset + size));
    decoder.end();
    return { response: stream.finish(), events };
  }
}

function eventsWantedOf({ response: { item } }: Asked): Record<string, string> {
  return {
    ...(item.text === "" ? undefined : { text_delta: item.text }),
    ...(item.reasoning === undefined ? undefined : { reasoning_delta: item.reasoning }),
    ...Object.fromEntries(
      item.toolCalls
        .filter((call) => call.argumentsText !== "")
        .map((call) => [`${call.callId} ${call.name}`, call.argumentsText]),
    ),
  };
}
