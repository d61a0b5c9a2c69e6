/** Media that are given to a run beside its message. */
import type { ContentPart, Item, MediaPart } from "../model/item.ts";
import { Media, type MediaSource, type MediaType } from "../tool/media.ts";

export interface RunMedia {
  /** Sent with the message, and for tools that ask for `images`. A file is read only when somebody wants its bytes. */
  readonly images?: readonly MediaSource[];
  readonly videos?: readonly MediaSource[];
  readonly audio?: readonly MediaSource[];
  readonly files?: readonly MediaSource[];
}

/**
 * The media stand behind what the user says. The same item where there are none.
 *
 * @throws UserError for media without a source, or with two.
 */
export function withRunMedia(item: Item, { images, videos, audio, files }: RunMedia): Item {
  const parts = [
    ...toParts("image", images),
    ...toParts("video", videos),
    ...toParts("audio", audio),
    ...toParts("file", files),
  ];
  if (parts.length === 0 || item.type !== "user") return item;
  const said = typeof item.content === "string" ? toTextParts(item.content) : item.content;
  return { type: "user", content: [...said, ...parts] };
}

function toParts(type: MediaType, sources: readonly MediaSource[] = []): readonly MediaPart[] {
  return sources.map((source) => (source instanceof Media ? source : new Media(type, source)).toStoredPart());
}

/** Providers refuse empty texts. */
function toTextParts(text: string): readonly ContentPart[] {
  return text === "" ? [] : [{ type: "text", text }];
}
