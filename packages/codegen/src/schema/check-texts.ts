/** Findings about texts that a model will miss, or read twice. */
import type { ToolSignature } from "../signature/tool-signature.ts";
import type { Draft } from "./draft.ts";
import type { Bodies } from "./fits.ts";
import type { SchemaContext } from "./schema-context.ts";
import { CONSTRAINT_TAGS } from "./tags/constraint-tags.ts";

const ARGUMENTS_HEADING = /^[^\S\n]*((?:Args|Arguments|Params|Parameters):)[^\S\n]*\n[^\S\n]*[-*]?[^\S\n]*\S/im;

export function checkToolTexts(signature: ToolSignature, context: SchemaContext): void {
  const { name: tool, doc, location } = signature;
  const text = signature.description ?? doc?.text ?? "";
  if (text === "") context.report("missing-description", location, { tool });
  const heading = ARGUMENTS_HEADING.exec(text)?.[1];
  if (heading !== undefined) context.report("args-block", doc?.location ?? location, { tool, heading });
  for (const { name: tag, text: words, location: place } of doc?.tags ?? []) {
    if (isOfParameter(tag)) context.report("tag-of-parameter", place, { tool, tag, text: words });
  }
}

/** Of the annotations the others have a meaning for whole functions too, for other readers at least. */
function isOfParameter(tag: string): boolean {
  return tag === "secret" || CONSTRAINT_TAGS.has(tag);
}

/** Has a description, be it that of its type. */
export function hasText(draft: Draft, bodies: Bodies): boolean {
  const body = draft.named === undefined ? undefined : bodies.get(draft.named);
  return (
    draft.keywords.description !== undefined ||
    draft.memberTexts !== undefined ||
    (body !== undefined && hasText(body, bodies))
  );
}
