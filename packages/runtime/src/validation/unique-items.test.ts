import { describe, expect, it } from "vitest";
import { createAjv } from "./ajv-validator.ts";

const validate = createAjv("generated").compile({ type: "array", uniqueItems: true, items: {} });

describe("uniqueItems", () => {
  it.each([
    [[], true],
    [[1, "1", true, "true", null, "null"], true],
    [[1, 1], false],
    [[1, 1.0], false],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      false,
    ],
    [[{ a: 1 }, { a: 1, b: 2 }], true],
    [
      [
        [1, 2],
        [2, 1],
      ],
      true,
    ],
    [
      [
        [1, { a: [] }],
        [1, { a: [] }],
      ],
      false,
    ],
  ])("takes %j: %s", (list, isUnique) => {
    expect(validate(list)).toBe(isUnique);
  });

  it("names the two that are alike", () => {
    validate(["a", "b", "a"]);
    expect(validate.errors?.[0]).toMatchObject({ keyword: "uniqueItems", params: { i: 2, j: 0 } });
  });

  it("looks at each item of a long list of objects once", () => {
    let reads = 0;
    const list = Array.from({ length: 20_000 }, (_, index) => ({
      get index() {
        reads++;
        return index;
      },
    }));
    expect(validate(list)).toBe(true);
    expect(reads).toBeLessThanOrEqual(2 * list.length);
  });
});
