import { describe, expect, it } from "vitest";
import { createEventDecoder, type ServerSentEvent } from "./server-sent-events.ts";

function decode(bytes: Buffer, size = bytes.length): readonly string[] {
  const events: ServerSentEvent[] = [];
  const decoder = createEventDecoder((event) => events.push(event));
  for (let offset = 0; offset < bytes.length; offset += size) decoder.push(bytes.subarray(offset, offset + size));
  decoder.end();
  return events.map(({ event, data }) => (event === undefined ? data : `${event}: ${data}`));
}

describe("the decoder of event streams", () => {
  it.each([
    ["line feeds", "data: a\n\ndata: b\n\n", ["a", "b"]],
    ["carriage returns and line feeds", "data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]],
    ["carriage returns", "data: a\r\rdata: b\r\r", ["a", "b"]],
    ["a byte order mark", "\uFEFFdata: a\n\n", ["a"]],
    ["a mark that is data", "data: \uFEFFa\n\n", ["\uFEFFa"]],
    ["comments and fields of no use", ": ping\nid: 1\nretry: 5\ndata: a\n\n: ping\n\n", ["a"]],
    ["no blank behind the colon", "event:x\ndata:a\n\n", ["x: a"]],
    ["one blank of two", "data:  a\n\n", [" a"]],
    ["data of several lines", "data: a\ndata: b\n\n", ["a\nb"]],
    ["a last event without a blank line", "data: a\n\ndata: b\n", ["a", "b"]],
    ["a last line without an end", "data: a\n\ndata: b", ["a", "b"]],
    ["a last line that ends in a carriage return", "data: a\r", ["a"]],
    ["characters of two, three and four bytes", "data: é€😀\n\n", ["é€😀"]],
    ["no data at all", "event: x\n\n\n\n", []],
  ] as const)("takes %s, wherever the bytes are cut", (_name, text, want) => {
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size++) expect(decode(bytes, size), `size ${size}`).toEqual(want);
  });

  it("hands an event on as soon as its blank line is there", () => {
    const events: string[] = [];
    const decoder = createEventDecoder(({ data }) => events.push(data));
    decoder.push(Buffer.from("data: a\n"));
    expect(events).toEqual([]);
    decoder.push(Buffer.from("\n"));
    expect(events).toEqual(["a"]);
  });
});
