import { expect, it } from "vitest";
import { firstDifference } from "./same-code.ts";

const code = `// Generated
import { a, type b } from "./x.js";

export interface Tools {
  readonly f: Tool<{ city: Parameters<typeof a>[0]; unit?: string }, typeof a>;
}
const manifest = JSON.parse('{"it\\'s":"x"}');
`;

it.each<[string, string]>([
  ["CRLF (R35)", code.replaceAll("\n", "\r\n")],
  ["a byte order mark (R35)", `\uFEFF${code}`],
  ["no semicolons (R38)", code.replaceAll(";", "")],
  ["other white space and trailing commas (R38)", code.replace("{ a, type b }", "{\n    a,\n    type b,\n}")],
  ["other quotes (R38)", code.replace('"./x.js"', "'./x.js'")],
])("takes %s for the same code", (_name, text) => {
  expect(firstDifference(code, text)).toBeUndefined();
});

it.each<[string, string, string, string]>([
  ["a name", code.replace("Tool<", "Took<"), "Tool <", "Took <"],
  ["a string", code.replace("./x.js", "./y.js"), '"./x.js"', '"./y.js"'],
  ["a blank inside a string", code.replace('"x"', '"x "'), "x", "x "],
  ["a comment", code.replace("Generated", "Written"), "// Generated", "// Written"],
  ["the end missing", code.slice(0, code.indexOf("const manifest")), "const manifest", "nothing more"],
])("sees a change of %s", (_name, text, expected, found) => {
  const difference = firstDifference(code, text);
  expect(difference?.expected).toContain(expected);
  expect(difference?.found).toContain(found);
});
