import { describe, expect, it } from "vitest";
import type { Item } from "./item.ts";
import { INTERRUPTED_TEXT, repairHistory } from "./repair-history.ts";

const go: Item = { type: "user", content: "go" };
const again: Item = { type: "user", content: "again" };

function calls(...callIds: string[]): Item {
  const toolCalls = callIds.map((callId) => ({ callId, name: "find", argumentsText: "{}" }));
  return { type: "assistant", text: "", toolCalls };
}

function result(callId: string, text = "ok"): Item {
  return { type: "tool_result", callId, name: "find", text, isError: false };
}

function interrupted(callId: string): Item {
  return { type: "tool_result", callId, name: "find", text: INTERRUPTED_TEXT, isError: true };
}

describe("repairing a history (R58)", () => {
  it.each<readonly [string, readonly Item[], readonly Item[]]>([
    [
      "answers a call that was never answered",
      [go, calls("a", "b"), result("a"), again],
      [go, calls("a", "b"), result("a"), interrupted("b"), again],
    ],
    ["answers calls at the very end", [go, calls("a")], [go, calls("a"), interrupted("a")]],
    ["drops a result without a call", [go, result("x"), again], [go, again]],
    [
      "drops a result of a turn that is not before it",
      [go, calls("a"), result("a"), calls("b"), result("a"), result("b")],
      [go, calls("a"), result("a"), calls("b"), result("b")],
    ],
    [
      "keeps the first of two results",
      [go, calls("a"), result("a", "1"), result("a", "2")],
      [go, calls("a"), result("a", "1")],
    ],
    [
      "moves a late result behind its call",
      [go, calls("a", "b"), result("a"), again, result("b")],
      [go, calls("a", "b"), result("a"), result("b"), again],
    ],
    [
      "answers an id that stands twice in a turn once",
      [go, calls("a", "a"), result("a")],
      [go, calls("a", "a"), result("a")],
    ],
  ])("%s", (_name, items, want) => {
    expect(repairHistory(items)).toEqual(want);
    expect(repairHistory(want)).toEqual(want);
  });

  it("gives a sound history back as it is, results in any order", () => {
    const items = [go, calls("a", "b"), result("b"), result("a"), again, calls("a"), result("a")];
    expect(repairHistory(items)).toBe(items);
  });
});
