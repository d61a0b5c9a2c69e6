/** What the tags `@tool` and `@schema` of a doc comment say, and which comments were dealt with. */
import { TOOL_NAME_PATTERN } from "@runa/runtime/manifest";
import type { ts } from "ts-morph";
import { closestName } from "../diagnostics/closest-name.ts";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import { readDocComment } from "../reader/read-doc-comment.ts";
import type { DocComment, DocTag } from "../signature/doc-comment.ts";

export interface ToolMark {
  readonly doc: DocComment;
  readonly tag: DocTag;
  /** `@tool other_name`. */
  readonly rename?: string;
}

/** The mark of a declaration, if it has one. More than one word after `@tool` is a finding, and no name. */
export function readToolMark(node: ts.Node, ownName: string | undefined, log: DiagnosticLog): ToolMark | undefined {
  const doc = readDocComment(node);
  const tag = doc && tagOf(doc, "tool");
  if (doc === undefined) return undefined;
  if (tag === undefined) {
    reportMisspelt(doc, "tool", log);
    return undefined;
  }
  const sentence = sentenceAround(tag, node);
  if (sentence !== undefined) {
    const where = { location: tag.location, ...(ownName !== undefined && { tool: ownName }) };
    log.report("tag-in-prose", where, { line: sentence });
    return { doc, tag };
  }
  const text = tag.text.trim();
  if (/\s/.test(text)) {
    const where = { location: tag.location, ...(ownName !== undefined && { tool: ownName }) };
    log.report("tool-tag-words", where, { text: text.replace(/\s+/g, " ") });
    return { doc, tag };
  }
  return { doc, tag, ...(text !== "" && { rename: text }) };
}

/**
 * The line in which a tag is hardly more than a word: there is text before it, and behind it something else than a name.
 * `Adds numbers. @tool` and `Adds numbers. @tool add_numbers` are marks.
 */
export function sentenceAround({ text, location }: DocTag, node: ts.Node): string | undefined {
  const file = node.getSourceFile();
  const [line = ""] = file.text.slice(file.getLineStarts()[location.line - 1]).split(/[\n\r]/, 1);
  const before = line
    .slice(0, location.column - 1)
    .replace(/^.*\/\*\*|^\s*\*/, "")
    .trim();
  if (before === "" || text.trim() === "" || TOOL_NAME_PATTERN.test(text.trim())) return undefined;
  const behind = line
    .slice(location.column - 1)
    .replace(/\*\/.*$/, "")
    .trim();
  return `${before} ${behind}`;
}

/** Of the tags that others use, none begins like ours and is as close to it. */
export function reportMisspelt(doc: DocComment, mark: "tool" | "schema", log: DiagnosticLog): void {
  for (const { name, inline, location } of doc.tags) {
    if (inline || name.charAt(0).toLowerCase() !== mark.charAt(0)) continue;
    const closest = closestName(name, [mark]);
    if (closest !== undefined) log.report("misspelt-mark", { location }, { tag: name, closest, makes: mark });
  }
}

export function tagOf(doc: DocComment, name: string): DocTag | undefined {
  return doc.tags.find((tag) => tag.name === name && !tag.inline);
}

/** Comments whose mark became a tool, a schema or a finding; what is left over stands in a wrong place. */
export interface Claims {
  readonly add: (doc: DocComment) => void;
  readonly has: (doc: DocComment) => boolean;
  readonly countIn: (file: string) => number;
}

export function createClaims(): Claims {
  const byFile = new Map<string, Set<string>>();
  const keyOf = ({ location }: DocComment): string => `${location.line}:${location.column}`;
  return {
    add: (doc) => {
      const keys = byFile.get(doc.location.file) ?? new Set();
      byFile.set(doc.location.file, keys.add(keyOf(doc)));
    },
    has: (doc) => byFile.get(doc.location.file)?.has(keyOf(doc)) ?? false,
    countIn: (file) => byFile.get(file)?.size ?? 0,
  };
}
