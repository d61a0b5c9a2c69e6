/**
 * Raw comment text to data. The compiler's own parser is not used: it takes a leading `{@minimum 1}` for a type, and
 * `{@format email}` for a block tag.
 *
 * A tag starts at an `@` after white space, or at the start of a line, and outside code: `help@example.com`,
 * `` `@tool` `` and whatever stands in a code fence are text. An inline tag ends at the matching brace.
 */
import type { DocComment, DocTag } from "../signature/doc-comment.ts";
import { type CommentLines, type CommentStart, splitCommentLines } from "./comment-lines.ts";

/**
 * @param raw The comment with its delimiters, as it stands in the file. Line endings do not matter.
 * @example
 * parseDocComment("/** How many {@minimum 1} *\/", start)
 * // { text: "How many", tags: [{ name: "minimum", text: "1", inline: true, … }], … }
 */
export function parseDocComment(raw: string, start: CommentStart): DocComment {
  const lines = splitCommentLines(raw, start);
  const sections = splitSections(lines);
  const description = sections[0];
  const [endLine, endColumn] = endOf(raw, start);
  return {
    text: trimBlankLines(removeCommonIndentation(description?.text ?? "")),
    tags: [...(description?.inlineTags ?? []), ...sections.slice(1).map((section) => toBlockTag(section, lines))],
    location: { ...start, endLine, endColumn },
  };
}

/** The description, or a block tag with its text. */
interface Section {
  readonly name: string;
  readonly start: number;
  end: number;
  text: string;
  readonly inlineTags: DocTag[];
}

function splitSections(lines: CommentLines): Section[] {
  const { text } = lines;
  let section: Section = { name: "", start: 0, end: 0, text: "", inlineTags: [] };
  const sections = [section];
  let index = 0;
  while (index < text.length) {
    const plainEnd = endOfPlainText(text, index);
    if (plainEnd > index) {
      const plain = text.slice(index, plainEnd);
      const visible = plain.trimEnd().length;
      section.text += plain;
      if (visible > 0) section.end = index + visible;
      index = plainEnd;
      continue;
    }
    const codeEnd = endOfCode(text, index);
    const blockTag = codeEnd === undefined ? blockTagAt(text, index) : undefined;
    const inlineTag = codeEnd === undefined ? inlineTagAt(text, index) : undefined;
    const from = index;
    if (blockTag !== undefined) {
      section = { name: blockTag, start: index, end: index, text: "", inlineTags: [] };
      sections.push(section);
      index += blockTag.length + 1;
      section.end = index;
      continue;
    }
    if (inlineTag !== undefined && LINKS.has(inlineTag.name)) {
      section.text += shownByLink(inlineTag.text);
      index = inlineTag.end;
    } else if (inlineTag !== undefined) {
      const { name, end } = inlineTag;
      section.inlineTags.push({
        name,
        text: inlineTag.text,
        inline: true,
        tags: [],
        location: lines.locate(index, end),
      });
      index = endOfGap(text, end, section.text);
    } else {
      const end = codeEnd ?? index + 1;
      section.text += text.slice(index, end);
      index = end;
    }
    const consumed = text.slice(from, index).trimEnd();
    if (consumed !== "") section.end = from + consumed.length;
  }
  return sections;
}

const SPECIAL = /[`~@{]/g;

/** The index of the next character that may begin something. */
function endOfPlainText(text: string, index: number): number {
  SPECIAL.lastIndex = index;
  return SPECIAL.exec(text)?.index ?? text.length;
}

function toBlockTag(section: Section, lines: CommentLines): DocTag {
  return {
    name: section.name,
    text: removeCommonIndentation(section.text).trim(),
    inline: false,
    tags: section.inlineTags,
    location: lines.locate(section.start, section.end),
  };
}

function blockTagAt(text: string, index: number): string | undefined {
  if (text[index] !== "@" || (index > 0 && !/\s/.test(text[index - 1] ?? ""))) return undefined;
  return /^[A-Za-z][\w-]*/.exec(text.slice(index + 1, index + 60))?.[0];
}

interface InlineTag {
  readonly name: string;
  readonly text: string;
  readonly end: number;
}

function inlineTagAt(text: string, index: number): InlineTag | undefined {
  if (!text.startsWith("{@", index)) return undefined;
  const name = /^[A-Za-z][\w-]*/.exec(text.slice(index + 2, index + 60))?.[0];
  const end = endOfBraces(text, index);
  if (name === undefined || end === undefined) return undefined;
  const inside = text.slice(index + 2 + name.length, end - 1);
  return { name, text: inside.replace(/\s+/g, " ").trim(), end };
}

/** The index after the brace that closes the one at `index`. */
export function endOfBraces(text: string, index: number): number | undefined {
  let depth = 0;
  for (let at = index; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

/**
 * The index after the code that begins at `index`. A fence may hold anything; a code span ends before an empty line
 * or a line that begins with a tag, so a stray backtick does not swallow the tags.
 */
function endOfCode(text: string, index: number): number | undefined {
  const character = text[index];
  if (character !== "`" && character !== "~") return undefined;
  let run = index;
  while (text[run] === character) run++;
  const fence = text.slice(index, run);
  if (character === "~" && (fence.length < 3 || !/(?:^|\n)[ \t]*$/.test(text.slice(0, index)))) return undefined;
  for (let close = text.indexOf(fence, run); close >= 0; close = text.indexOf(fence, close)) {
    let end = close;
    while (text[end] === character) end++;
    if (end - close === fence.length || (fence.length >= 3 && end - close > fence.length)) {
      const isOpen = fence.length < 3 && /\n[ \t]*(?:\n|@[A-Za-z])/.test(text.slice(run, close));
      return isOpen ? run : end;
    }
    close = end;
  }
  return run;
}

/** After a removed inline tag: the blanks that would stand twice, and the line that would be left empty. */
function endOfGap(text: string, end: number, before: string): number {
  if (before !== "" && !/\s$/.test(before)) return end;
  let next = end;
  while (text[next] === " " || text[next] === "\t") next++;
  const lineIsEmpty = before === "" || before.endsWith("\n");
  return lineIsEmpty && text[next] === "\n" ? next + 1 : next;
}

const LINKS: ReadonlySet<string> = new Set(["link", "linkcode", "linkplain"]);

/** `Foo | text` and `https://… text` show the text; what has none shows its target. */
function shownByLink(text: string): string {
  const bar = text.indexOf("|");
  if (bar >= 0) return text.slice(bar + 1).trim() || text.slice(0, bar).trim();
  const blank = text.indexOf(" ");
  return blank < 0 ? text : text.slice(blank + 1);
}

/** The first line stands beside the opening delimiter or the tag, so its indentation says nothing. */
function removeCommonIndentation(text: string): string {
  if (!text.includes("\n")) return text.trim();
  const lines = text.split("\n").map((line) => line.trimEnd());
  const indentations = lines.slice(1).flatMap((line) => (line === "" ? [] : [line.length - line.trimStart().length]));
  const common = Math.min(...indentations, Number.MAX_SAFE_INTEGER);
  return lines.map((line, index) => (index === 0 ? line.trimStart() : line.slice(common))).join("\n");
}

function trimBlankLines(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
}

function endOf(raw: string, start: CommentStart): [line: number, column: number] {
  const lines = raw.split(/\r\n|[\n\r]/);
  const last = lines.at(-1) ?? "";
  return [start.line + lines.length - 1, (lines.length === 1 ? start.column : 1) + last.length];
}
