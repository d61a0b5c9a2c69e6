/** Findings about texts that a model will miss, or read twice. */
import type { ToolSignature } from "../signature/tool-signature.ts";
import type { Draft } from "./draft.ts";
import type { Bodies } from "./fits.ts";
import type { SchemaContext } from "./schema-context.ts";

const ARGUMENTS_HEADING = /^[^\S\n]*((?:Args|Arguments|Params|Parameters):)[^\S\n]*\n[^\S\n]*[-*]?[^\S\n]*\S/im;

export function checkToolTexts(signature: ToolSignature, context: SchemaContext): void {
  const { name: tool, doc, location } = signature;
  const text = signature.description ?? doc?.text ?? "";
  if (text === "") context.report("missing-description", location, { tool });
  const heading = ARGUMENTS_HEADING.exec(text)?.[1];
  if (heading !== undefined) context.report("args-block", doc?.location ?? location, { tool, heading });
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
