import { describe, expect, it } from "vitest";
import type { ParameterBinding } from "../manifest/index.ts";
import type { ArgumentValues, InjectedValues } from "../tool/tool.ts";
import { createArgumentBinder } from "./bind-arguments.ts";

interface Case {
  readonly parameters: readonly ParameterBinding[];
  readonly values: ArgumentValues;
  readonly injected?: InjectedValues;
  readonly want: readonly unknown[];
}

describe("createArgumentBinder (A14, A16, B1)", () => {
  it.each<[string, Case]>([
    ["by position", { parameters: ["b", "a"], values: { a: 1, b: 2 }, want: [2, 1] }],
    ["holes as undefined", { parameters: ["a", "b", "c"], values: { a: "x", c: "y" }, want: ["x", undefined, "y"] }],
    ["a parameter that is left out", { parameters: ["a", null, "b"], values: { a: 1, b: 2 }, want: [1, undefined, 2] }],
    [
      "what is injected",
      { parameters: [{ inject: "ctx" }, "a"], values: { a: 1 }, injected: { ctx: "C" }, want: ["C", 1] },
    ],
    ["a rest", { parameters: ["a", { rest: "tags" }], values: { a: 1, tags: ["x", "y"] }, want: [1, "x", "y"] }],
    ["a rest that is absent", { parameters: [{ rest: "tags" }], values: {}, want: [] }],
    [
      "the flattened object, without what is absent",
      {
        parameters: [{ object: ["city", "days"] }, { inject: "callId" }],
        values: { city: "Oslo" },
        injected: { callId: "c" },
        want: [{ city: "Oslo" }, "c"],
      },
    ],
    ["no inherited value", { parameters: ["constructor", "toString"], values: {}, want: [undefined, undefined] }],
  ])("puts in place %s", (_what, { parameters, values, injected = {}, want }) => {
    expect(createArgumentBinder(parameters)(values, injected)).toEqual(want);
  });

  it("lets the function's own defaults run", () => {
    const bind = createArgumentBinder([{ object: ["city", "days"] }]);
    const f = ({ city, days = 3 }: { city: string; days?: number }): string => `${city} ${days}`;
    expect(f(...(bind({ city: "Oslo" }, {}) as [{ city: string }]))).toBe("Oslo 3");
  });
});
