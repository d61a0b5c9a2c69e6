/** Tags that are almost ours: as they are written they would be lost without a word. */
import { closestName } from "../../diagnostics/closest-name.ts";
import type { DocTag } from "../../signature/doc-comment.ts";
import { ANNOTATION_TAGS } from "./annotation-tags.ts";
import { CONSTRAINT_TAGS } from "./constraint-tags.ts";

const KNOWN: ReadonlySet<string> = new Set([...CONSTRAINT_TAGS.keys(), ...ANNOTATION_TAGS]);

/**
 * The tag that was meant. An inline tag beside a parameter can hardly be anything else, so typing errors are seen
 * there; of block tags there are many, so only the case of the letters may differ.
 */
export function findMisspelt({ name, inline }: DocTag): string | undefined {
  if (KNOWN.has(name)) return undefined;
  if (inline) return closestName(name, KNOWN);
  return [...KNOWN].find((known) => known.toLowerCase() === name.toLowerCase());
}
