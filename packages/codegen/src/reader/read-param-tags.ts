/** The `@param` tags of a doc comment as paths with a text. Whether a path names anything is not judged here. */
import type { DocComment, DocTag, ParamDoc } from "../signature/doc-comment.ts";
import { endOfBraces } from "./parse-doc-comment.ts";

/**
 * In order. A type in braces, the brackets and the default of `[name=3]`, the dots of `...rest` and a `-` before the
 * text do not count; lines are joined by a blank. A tag without a name is dropped: it says nothing of anything.
 *
 * @example
 * // @param {number} [opts.limit=3] - How many {@minimum 1}
 * readParamTags(doc) // [{ path: "opts.limit", doc: { text: "How many", tags: [{ name: "minimum", … }], … } }]
 */
export function readParamTags(doc: DocComment): readonly ParamDoc[] {
  return doc.tags.filter((tag) => tag.name === "param" && !tag.inline).flatMap(readParamTag);
}

function readParamTag(tag: DocTag): ParamDoc[] {
  const [path, rest] = splitName(withoutType(tag.text));
  if (path === "") return [];
  const text = rest
    .replace(/^\s*-(?=\s|$)/, "")
    .replace(/\s+/g, " ")
    .trim();
  return [{ path, doc: { text, tags: tag.tags, location: tag.location } }];
}

function withoutType(text: string): string {
  if (!text.startsWith("{")) return text;
  const end = endOfBraces(text, 0);
  return end === undefined ? text : text.slice(end).trimStart();
}

function splitName(text: string): [path: string, rest: string] {
  const bracketed = text.startsWith("[") ? endOfBrackets(text) : undefined;
  if (bracketed !== undefined) {
    const inside = text.slice(1, bracketed - 1);
    const equals = inside.indexOf("=");
    return [cleanPath(equals < 0 ? inside : inside.slice(0, equals)), text.slice(bracketed)];
  }
  const name = /^\S*/.exec(text)?.[0] ?? "";
  return [cleanPath(name), text.slice(name.length)];
}

function cleanPath(path: string): string {
  return path.trim().replace(/^\.\.\./, "");
}

function endOfBrackets(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "[") depth++;
    if (text[at] === "]" && --depth === 0) return at + 1;
  }
  return undefined;
}
