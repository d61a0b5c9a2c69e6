import { expect, it } from "vitest";
import { parseDocComment } from "./parse-doc-comment.ts";
import { readParamTags } from "./read-param-tags.ts";

const read = (text: string) =>
  readParamTags(parseDocComment(`/**\n${text}\n*/`, { file: "/src/a.ts", line: 1, column: 1 }));

const table: readonly [name: string, tag: string, path: string, text: string][] = [
  ["a name and a text", "@param city The city", "city", "The city"],
  ["a hyphen before the text (A7)", "@param city - The city", "city", "The city"],
  ["a minus that is not a hyphen", "@param t -5 at least", "t", "-5 at least"],
  ["continuation lines (R29)", "@param plant the plant\n  to repot", "plant", "the plant to repot"],
  ["a type in braces", "@param {{a: string}} a Text", "a", "Text"],
  ["brackets with a default", "@param [name=[3, 4]] - Text", "name", "Text"],
  ["brackets around a path", "@param [opts.city] Text", "opts.city", "Text"],
  ["a path into a list", "@param list[].b Text", "list[].b", "Text"],
  ["a rest parameter", "@param ...parts Text", "parts", "Text"],
  ["a name on the next line", "@param\n  city The city", "city", "The city"],
  ["no text", "@param city", "city", ""],
];
it.each(table)("reads %s", (_name, tag, path, text) => {
  expect(read(tag).map((param) => [param.path, param.doc.text])).toEqual([[path, text]]);
});

it("keeps order, inline tags and locations, and ignores other tags", () => {
  const params = read("@tool\n@param b {@maxLength 5} Note\n@returns x\n@param a");
  expect(params.map(({ path }) => path)).toEqual(["b", "a"]);
  expect(params[0]?.doc).toMatchObject({ text: "Note", tags: [{ name: "maxLength", text: "5" }] });
  expect(params[1]?.doc.location).toMatchObject({ line: 5, column: 1 });
});

it("drops a tag that names nothing", () => {
  expect(read("@param\n@tool")).toEqual([]);
});
