/** A doc comment as data: what `/** … *\/` or the text of a `@param` says, with the tags taken out of the text. */
import type { SourceLocation } from "./source-location.ts";

export interface DocComment {
  /** The text before the first block tag, without inline tags; links are replaced by what they show. */
  readonly text: string;
  /** In order: block tags (`@minimum 1`), and inline ones (`{@minimum 1}`) that stand before the first block tag. */
  readonly tags: readonly DocTag[];
  readonly location: SourceLocation;
}

export interface DocTag {
  /** Without the `@`. */
  readonly name: string;
  /** Without inline tags; links are replaced by what they show. Lines are kept. */
  readonly text: string;
  readonly inline: boolean;
  /** The inline tags that stand in the text of a block tag: `@param limit How many {@minimum 1}`. */
  readonly tags: readonly DocTag[];
  /** From its `@` or `{` to the end of its text. */
  readonly location: SourceLocation;
}

/** What a `@param` tag says of a parameter, or of a property somewhere inside one. */
export interface ParamDoc {
  /** `filter.size.max`, `phones[].number`. */
  readonly path: string;
  /** Its location is that of the tag. */
  readonly doc: DocComment;
}
