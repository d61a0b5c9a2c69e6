/** The tags that narrow nothing. With the constraints they are all the tags that a property may carry. */
import type { DocTag } from "../../signature/doc-comment.ts";

export const ANNOTATION_TAGS = ["default", "example", "deprecated", "secret", "hidden"] as const;

type AnnotationTag = (typeof ANNOTATION_TAGS)[number];

export function tagsNamed(tags: readonly DocTag[], name: AnnotationTag): readonly DocTag[] {
  return tags.filter((tag) => tag.name === name);
}

export function isDeprecated(tags: readonly DocTag[]): boolean {
  return tagsNamed(tags, "deprecated").length > 0;
}

/** The value never reaches logs, traces or saved state. */
export function isSecret(tags: readonly DocTag[]): boolean {
  return tagsNamed(tags, "secret").length > 0;
}
