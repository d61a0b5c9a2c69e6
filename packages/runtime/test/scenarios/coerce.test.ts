/** `coerceArguments`: off by default, lossless, and visible (C9, R46, R47). */
import { Agent, type AgentOptions, type RunEvent } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, integer, resultTexts, text } from "../support/bound.ts";

async function call(
  properties: Parameters<typeof bound>[2],
  args: object,
  options: AgentOptions,
): Promise<{ received: unknown; said: string | undefined; coerced: unknown }> {
  let received: unknown;
  const keep = bound(
    "keep",
    (...given: unknown[]) => {
      received = given;
      return "kept";
    },
    properties,
  );
  const model = new ScriptedModel([{ toolCalls: [{ name: "keep", arguments: { ...args } }] }, "done"]);
  const events: RunEvent[] = [];
  for await (const event of new Agent({ name: "test", model, tools: [keep], ...options }).stream("go"))
    events.push(event);
  const started = events.find((event) => event.type === "tool_call_started");
  return {
    received,
    said: resultTexts(model.requests[1])[0],
    coerced: started?.type === "tool_call_started" ? started.coerced : undefined,
  };
}

const LISTS = { properties: { tags: { type: "array", items: text }, body: text } } as const;
const IDS = { properties: { id: integer, flag: { type: "boolean" }, code: { type: ["string", "integer"] } } } as const;

describe("coerceArguments", () => {
  it("is off by default: wrong types are refused (R46, R47)", async () => {
    const lists = await call(LISTS, { tags: '["a"]', body: "x" }, {});
    expect(lists.said).toContain("/tags must be array, not string");
    const ids = await call(IDS, { id: "9007199254740993", flag: "false", code: "007" }, {});
    expect(ids.said).toContain("/id must be integer");
    expect(ids.said).toContain("/flag must be boolean");
    expect(ids.said).not.toContain("/code");
    expect(ids.received).toBeUndefined();
  });

  it("reads a list that was written as text, and leaves a text alone (R46)", async () => {
    const args = { tags: '["a","b"]', body: '["keep me"]' };
    expect(await call(LISTS, args, { coerceArguments: true })).toEqual({
      received: [["a", "b"], '["keep me"]'],
      said: "kept",
      coerced: ["/tags"],
    });
  });

  it("loses nothing: what cannot be held exactly is refused (R47)", async () => {
    const args = { id: "9007199254740993", flag: "false", code: "007" };
    const { said, received } = await call(IDS, args, { coerceArguments: true });
    expect(said).toMatch(/^error: invalid arguments for keep: \/id must be integer[^;]*$/);
    expect(received).toBeUndefined();
    expect((await call(IDS, { ...args, id: "12" }, { coerceArguments: true })).received).toEqual([12, false, "007"]);
  });

  it("goes together with unknownArguments: drop", async () => {
    const options = { coerceArguments: true, unknownArguments: "drop" } as const;
    expect((await call(IDS, { id: "12", more: 1 }, options)).received).toEqual([12, undefined, undefined]);
  });
});
