import { describe, expect, it } from "vitest";
import type { ModelEvent } from "../../model/model.ts";
import { OPENAI_SERVER } from "./chat-server.ts";
import { createStreamReader } from "./from-stream.ts";

interface Fragment {
  readonly index?: number;
  readonly id?: string;
  readonly type?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string | object };
}

/** Each list is one chunk. */
function join(...chunks: readonly (readonly Fragment[])[]): {
  calls: readonly string[];
  events: readonly ModelEvent[];
} {
  const events: ModelEvent[] = [];
  let made = 0;
  const createId = () => `made${++made}`;
  const reader = createStreamReader({ provider: OPENAI_SERVER.name, createId }, (event) => events.push(event));
  for (const fragments of chunks)
    reader.push({ data: JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: fragments } }] }) });
  reader.push({ data: JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] }) });
  const { toolCalls } = reader.finish().item;
  return { calls: toolCalls.map((call) => `${call.callId} ${call.name} ${call.argumentsText}`), events };
}

const named = (name: string, text?: string) => ({ name, ...(text === undefined ? undefined : { arguments: text }) });
const text = (fragment: string) => ({ arguments: fragment });

describe("joining streamed calls", () => {
  it.each<readonly [string, readonly (readonly Fragment[])[], readonly string[]]>([
    [
      "calls without an index (R52)",
      [
        [
          { id: "c1", function: named("find", '{"isbn":"1"}') },
          { id: "c2", function: named("lend", "{}") },
        ],
      ],
      ['c1 find {"isbn":"1"}', "c2 lend {}"],
    ],
    [
      "the same call again under another index (R52)",
      [
        [{ index: 0, id: "c1", function: named("find", "{}") }],
        [{ index: 1, id: "c1", function: named("find", "{}") }],
      ],
      ["c1 find {}"],
    ],
    [
      "one index twice in the first chunk (R53)",
      [
        [
          { index: 0, id: "c1", function: named("find", "") },
          { index: 0, function: text('{"isb') },
        ],
        [{ index: 0, function: text('n":"5"}') }],
      ],
      ['c1 find {"isbn":"5"}'],
    ],
    [
      "interleaved calls",
      [
        [
          { index: 0, id: "a", function: named("one", "") },
          { index: 1, id: "b", function: named("two", "") },
        ],
        [{ index: 1, function: text("{") }],
        [{ index: 0, function: text("{") }],
        [{ index: 1, function: text("}") }],
        [{ index: 0, function: text("}") }],
      ],
      ["a one {}", "b two {}"],
    ],
    [
      "a new id on a known index",
      [[{ index: 0, id: "a", function: named("one", "{}") }], [{ index: 0, id: "b", function: named("two", "{}") }]],
      ["a one {}", "b two {}"],
    ],
    [
      "a new id with every fragment",
      [[{ index: 0, id: "a", function: named("one", "{") }], [{ index: 0, id: "b", function: text("}") }]],
      ["a one {}"],
    ],
    [
      "ids that are empty later",
      [[{ index: 0, id: "a", function: named("one", "{") }], [{ index: 0, id: "", function: named("", "}") }]],
      ["a one {}"],
    ],
    [
      "no ids at all",
      [
        [
          { index: 0, function: named("one", "{}") },
          { index: 1, function: named("one", '{"a":1}') },
        ],
      ],
      ["made1 one {}", 'made2 one {"a":1}'],
    ],
    [
      "one id for all calls",
      [
        [
          { index: 0, id: "x", function: named("one", "{}") },
          { index: 1, id: "x", function: named("two", "{}") },
        ],
      ],
      ["x one {}", "made1 two {}"],
    ],
    [
      "one id for all calls, and no index",
      [
        [
          { id: "x", function: named("one", '{"a":1}') },
          { id: "x", function: named("one", '{"a":2}') },
        ],
      ],
      ['x one {"a":1}', 'made1 one {"a":2}'],
    ],
    [
      "one index for all calls, and no id",
      [[{ index: 0, function: named("one", "{}") }], [{ index: 0, function: named("two", "{}") }]],
      ["made1 one {}", "made2 two {}"],
    ],
    [
      "a name that is repeated",
      [[{ index: 0, id: "a", function: named("one", "{") }], [{ index: 0, function: named("one", "}") }]],
      ["a one {}"],
    ],
    ["a name that comes late", [[{ index: 0, id: "a" }], [{ index: 0, function: named("one", "{}") }]], ["a one {}"]],
    ["no arguments", [[{ index: 3, id: "a", function: named("one") }]], ["a one "]],
    [
      "arguments that are an object",
      [[{ id: "a", function: { name: "one", arguments: { a: 1 } } }]],
      ['a one {"a":1}'],
    ],
    [
      "a text in the arguments that looks like a call's end",
      [[{ index: 0, id: "a", function: named("one", '{"a":"}') }], [{ index: 0, function: text('{x"}') }]],
      ['a one {"a":"}{x"}'],
    ],
  ])("takes %s", (_name, chunks, want) => {
    expect(join(...chunks).calls).toEqual(want);
  });

  it("reports arguments under the name and id that the call has in the end", () => {
    const { events } = join([{ index: 0, function: text("{") }], [{ index: 0, function: named("one", "}") }]);
    expect(events).toEqual([{ type: "tool_arguments_delta", callId: "made1", name: "one", delta: "{}" }]);
  });
});
