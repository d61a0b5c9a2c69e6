import { describe, expect, it } from "vitest";
import { type Files, findingsOf, readFiles } from "../../test/support/disk-project.ts";

describe("errors of the compiler that reach a signature (L7, R40)", () => {
  it.each<[string, string | Files, string[]]>([
    [
      "a syntax error",
      "/** @tool */\nexport function broken(a: string): string {\n  return a.trim(;\n}",
      ["TS1005 tools.ts:3:17"],
    ],
    [
      "a module that is not there",
      'import type { Ghost } from "./ghost.js";\n/** @tool */\nexport function haunt(ghost: Ghost): void {}',
      ["TS2307 haunt tools.ts:1:28"],
    ],
    [
      "a package that is not there",
      'import * as ghosts from "ghosts";\n/** @tool */\nexport function haunt(ghost: ghosts.Ghost): void {}',
      ["TS2307 haunt tools.ts:1:25"],
    ],
    [
      "a name that the module does not export",
      'import type { Lost } from "./kept.js";\n/** @tool */\nexport function f(lost: Lost): void {}\nexport * from "./kept.js";',
      ["TS2305 f tools.ts:1:15"],
    ],
    ["an unknown name", "/** @tool */\nexport function save(invoice: Invoyce): void {}", ["TS2304 save tools.ts:2:31"]],
    [
      "an unknown name in the return type",
      "/** @tool */\nexport async function load(id: string): Promise<Invoyce> { throw 0; }",
      ["TS2304 load tools.ts:2:49"],
    ],
    [
      "an unknown name in the type of a constant",
      "/** @tool */\nexport const f: Handler = (a) => {};",
      ["TS2304 f tools.ts:2:17"],
    ],
    [
      "a circular constraint",
      "/** @tool */\nexport function loop<T extends T>(value: T): T { return value; }",
      ["TS2313 loop tools.ts:2:32"],
    ],
    [
      "a default that does not fit",
      '/** @tool */\nexport function f(days: number = "three"): void {}',
      ["TS2322 f tools.ts:2:19"],
    ],
    [
      "a literal default that is no member",
      '/** @tool */\nexport function f(unit: "c" | "f" = "k"): void {}',
      ["TS2322 f tools.ts:2:19"],
    ],
    [
      "an argument that does not fit its constraint",
      '/** @tool */\nexport function f(order: Pick<{ id: string }, "name">): void {}',
      ["TS2344 f tools.ts:2:47"],
    ],
    [
      "a generic type without arguments",
      "interface Box<T> { value: T }\n/** @tool */\nexport function f(box: Box): void {}",
      ["TS2314 f tools.ts:3:24"],
    ],
    [
      "an error in an interface of the file",
      "interface Order { lines: Line[] }\n/** @tool */\nexport function f(order: Order): void {}",
      ["TS2304 f tools.ts:1:26"],
    ],
    [
      "nothing of an interface that no tool needs",
      "export interface Order { lines: Line[] }\n/** @tool */\nexport function f(order: string): void {}",
      [],
    ],
    ["nothing of bodies", "/** @tool */\nexport function f(order: string): number { return order + missing; }", []],
    ["nothing of a parameter without a type", "/** @tool */\nexport function f(anything): void {}", []],
    [
      "an error once for each tool that it reaches",
      "interface Order { lines: Line[] }\n/** @tool */\nexport function f(order: Order): void {}\n/** @tool */\nexport function g(order: Order): void {}",
      ["TS2304 f tools.ts:1:26", "TS2304 g tools.ts:1:26"],
    ],
    [
      "an error in another file",
      {
        "src/tools.ts":
          'import type { Order } from "./order.js";\n/** @tool */\nexport function f(order: Order): void {}',
        "src/order.ts": "export interface Order {\n  lines: Line[];\n}",
      },
      ["TS2304 f order.ts:2:10"],
    ],
    [
      "a re-export that leads nowhere",
      {
        "src/tools.ts":
          'import type { Order } from "./types.js";\n/** @tool */\nexport function f(order: Order): void {}',
        "src/types.ts": 'export type { Order } from "./missing.js";',
      },
      ["TS2307 f types.ts:1:28"],
    ],
    [
      "what a comment keeps the compiler from saying",
      '// @ts-expect-error it is not there\nimport type { Plant } from "@lib/plants";\n/** @tool */\nexport function grow(plant: Plant): void {}',
      ["RG154 grow tools.ts:4:29"],
    ],
  ])("reports %s", (_, source, want) => {
    const files = typeof source === "string" ? { "src/tools.ts": source } : source;
    const outcome = readFiles({ "src/kept.ts": "export interface Kept { id: string }", ...files });
    expect(findingsOf(outcome)).toEqual(want);
  });

  it("names the specifier of an import that a comment silences (R40)", () => {
    const source =
      '// @ts-expect-error it is not there\nimport type { Plant } from "@lib/plants";\n/** @tool */\nexport function grow(plant: Plant): void {}';
    expect(readFiles(source).diagnostics[0]?.message).toContain('"@lib/plants"');
  });

  it("says what is wrong in the words of the compiler", () => {
    const [finding] = readFiles("/** @tool */\nexport function save(invoice: Invoyce): void {}").diagnostics;
    expect(finding).toMatchObject({ severity: "error", message: "Cannot find name 'Invoyce'." });
    expect(finding?.location).toMatchObject({ line: 2, column: 31, endLine: 2, endColumn: 38 });
    expect(finding?.name).toBeUndefined();
  });
});
