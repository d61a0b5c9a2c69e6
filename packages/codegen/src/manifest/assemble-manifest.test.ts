import { expect, it } from "vitest";
import { describedTool, locationIn } from "../../test/support/described-tools.ts";
import { assembleManifest } from "./assemble-manifest.ts";
import type { DescribedTool } from "./described-tool.ts";
import { serializeManifest } from "./serialize-manifest.ts";

const manifestFile = "/p/src/runa.tools.json";

function toolAt(name: string, module: string, line: number): DescribedTool {
  return describedTool({ name, module, location: locationIn(module, line) });
}

it("puts tools in path order, then by position, whatever order they were read in (A12)", () => {
  const tools = [
    toolAt("second", "/p/src/a.ts", 9),
    toolAt("outside", "/p/lib/z.ts", 1),
    toolAt("capital", "/p/src/B.ts", 1),
    toolAt("first", "/p/src/a.ts", 2),
  ];
  const text = serializeManifest(assembleManifest(tools, [], manifestFile));
  expect(serializeManifest(assembleManifest(tools.toReversed(), [], manifestFile))).toBe(text);
  const names = assembleManifest(tools, [], manifestFile).tools.map((tool) => tool.function.name);
  expect(names).toEqual(["outside", "capital", "first", "second"]);
});

it("gives the same bytes wherever the project stands (A12)", () => {
  const moved = [describedTool({ name: "f", module: "/other/place/src/tools.ts" })];
  expect(serializeManifest(assembleManifest(moved, [], "/other/place/src/runa.tools.json"))).toBe(
    serializeManifest(assembleManifest([describedTool({ name: "f" })], [], manifestFile)),
  );
});

it("takes the description of the options before that of the doc comment", () => {
  const doc = { text: "From the comment.", tags: [], location: locationIn("/p/src/tools.ts") };
  const tools = [
    describedTool({ name: "a", doc }),
    describedTool({ name: "b", doc, description: "From the options." }),
  ];
  const manifest = assembleManifest(tools, [], manifestFile);
  expect(manifest.tools.map((tool) => tool.function.description)).toEqual(["From the comment.", "From the options."]);
});

it("writes two spaces, line feeds and a line break at the end", () => {
  expect(serializeManifest({ version: 1, tools: [], schemas: {} })).toBe(
    '{\n  "version": 1,\n  "tools": [],\n  "schemas": {}\n}\n',
  );
});
