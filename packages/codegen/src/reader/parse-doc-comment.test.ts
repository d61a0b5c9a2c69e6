import { describe, expect, it } from "vitest";
import type { DocTag } from "../signature/doc-comment.ts";
import { parseDocComment } from "./parse-doc-comment.ts";

const start = { file: "/src/a.ts", line: 1, column: 1 };

const parse = (raw: string) => parseDocComment(raw, start);

const plain = (tags: readonly DocTag[]) => tags.map(({ name, text, inline }) => `${inline ? "~" : ""}${name}|${text}`);

const block = (...lines: string[]) => ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n");

describe("the text of a doc comment (A5, R29)", () => {
  const table: readonly [name: string, raw: string, text: string][] = [
    ["one line", "/** One line only. */", "One line only."],
    ["one line with a tag", "/** One line only. @tool */", "One line only."],
    ["nothing", "/** */", ""],
    ["many stars", "/*** Stars. ***/", "Stars."],
    ["inner blank lines stay, outer ones go", block("", "a", "", "b", ""), "a\n\nb"],
    ["indentation inside stays, common goes", block("  a", "    - b", "  c"), "a\n  - b\nc"],
    ["no leading stars", "/**\n   a\n     * item\n   b\n*/", "a\n  * item\nb"],
    ["a star without a blank", "/**\n *a\n *b\n */", "a\nb"],
    ["a mail address is no tag", block("Mail help@example.com."), "Mail help@example.com."],
    ["an @ with nothing behind it is no tag", block("Meet @ noon."), "Meet @ noon."],
    ["a tag in a code span is text", block("Write `@tool` there."), "Write `@tool` there."],
    ["a tag in a fence is text", block("a", "```ts", "@Injectable()", "```", "b"), "a\n```ts\n@Injectable()\n```\nb"],
    ["a fence of tildes", block("~~~", "@x", "~~~"), "~~~\n@x\n~~~"],
    ["a stray backtick swallows no tag", block("The ` key.", "@tool", "`x`"), "The ` key."],
    ["an unclosed fence swallows no tag", block("```", "x", "@tool"), "```\nx"],
    ["a link with a bar", block("See {@link Foo | the foo}."), "See the foo."],
    ["a bare link", block("See {@link Foo}."), "See Foo."],
    ["a link to a page", block("See {@link https://example.com/a the page}."), "See the page."],
    ["a link in code stays", block("`{@link Foo}`"), "`{@link Foo}`"],
    ["inline tags leave no double blank", block("How many {@minimum 1} of {@maximum 5} them"), "How many of them"],
    ["an inline tag may stand first", block("{@maxLength 5} Note"), "Note"],
    ["a line of inline tags only is not left empty", block("a", "{@minimum 1} {@maximum 2}", "b"), "a\nb"],
    ["an open brace is text", block("a {@minimum b"), "a {@minimum b"],
  ];
  it.each(table)("%s", (_name, raw, text) => {
    expect(parse(raw).text).toBe(text);
  });

  it("is the same with CRLF and CR line endings (R29, R35)", () => {
    const raw = block("a", "  b", "", "@param x", "  y", "@tool");
    const withoutPlace = (text: string) => ({ text: parse(text).text, tags: plain(parse(text).tags) });
    expect(withoutPlace(raw.replaceAll("\n", "\r\n"))).toEqual(withoutPlace(raw));
    expect(parse(raw.replaceAll("\n", "\r\n"))).toEqual(parse(raw));
  });
});

describe("tags", () => {
  const table: readonly [name: string, raw: string, tags: readonly string[]][] = [
    ["block tags keep their lines", block("@param x a", "  b", "@tool"), ["param|x a\nb", "tool|"]],
    ["a tag after text", "/** Ride id @format uuid */", ["format|uuid"]],
    ["nested braces", block("{@pattern ^[A-Z]{3}$} x"), ["~pattern|^[A-Z]{3}$"]],
    ["an address inside a tag", block("@default a@b.c"), ["default|a@b.c"]],
    ["code in an example", block("@example", "```ts", "@foo", "```", "@see x"), ["example|```ts\n@foo\n```", "see|x"]],
    ["a link in a tag", block("@param c City, see {@link Filter}"), ["param|c City, see Filter"]],
    ["JSON in a default", block('@default {"a": {"b": 1}}'), ['default|{"a": {"b": 1}}']],
  ];
  it.each(table)("%s", (_name, raw, tags) => {
    expect(plain(parse(raw).tags)).toEqual(tags);
  });

  it("keeps the inline tags of a block tag with it", () => {
    const [tag] = parse(block("@param limit How many {@minimum 1} {@integer}")).tags;
    expect(tag?.text).toBe("limit How many");
    expect(plain(tag?.tags ?? [])).toEqual(["~minimum|1", "~integer|"]);
  });

  it("knows the source location of each tag", () => {
    const raw = ["/**", "   * Text.", "   * @param wen the", "   *   time {@minimum 1}", "   */"].join("\r\n");
    const doc = parseDocComment(raw, { file: "/src/a.ts", line: 7, column: 3 });
    expect(doc.location).toEqual({ file: "/src/a.ts", line: 7, column: 3, endLine: 11, endColumn: 6 });
    expect(doc.tags[0]?.location).toEqual({ file: "/src/a.ts", line: 9, column: 6, endLine: 10, endColumn: 25 });
    expect(doc.tags[0]?.tags[0]?.location).toMatchObject({ line: 10, column: 13, endLine: 10, endColumn: 25 });
  });

  it("knows the source location of a tag on the first line", () => {
    const doc = parseDocComment("/** One. @tool */", { file: "/src/a.ts", line: 2, column: 5 });
    expect(doc.tags[0]?.location).toMatchObject({ line: 2, column: 14, endColumn: 19 });
    expect(doc.location).toMatchObject({ line: 2, column: 5, endLine: 2, endColumn: 22 });
  });
});

it("reads a long comment in time that grows with its length", () => {
  const raw = block(...Array.from({ length: 20_000 }, (_, line) => `Line ${line} with \`code\` and {@link Foo}.`));
  const before = performance.now();
  expect(parse(raw).text.length).toBeGreaterThan(500_000);
  expect(performance.now() - before).toBeLessThan(5_000);
});
