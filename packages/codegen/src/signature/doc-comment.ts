/** A doc comment as data: what `/** … *\/` or the text of a `@param` says, with the tags taken out of the text. */
import type { SourceLocation } from "./source-location.ts";

export interface DocComment {
  /** The text before the first block tag, without inline tags; links are replaced by what they show. */
  readonly text: string;
  /** In order: block tags (`@minimum 1`), and inline ones (`{@minimum 1}`). */
  readonly tags: readonly DocTag[];
  readonly location: SourceLocation;
}

export interface DocTag {
  /** Without the `@`. */
  readonly name: string;
  readonly text: string;
  readonly inline: boolean;
  readonly location: SourceLocation;
}
