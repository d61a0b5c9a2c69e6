/** Media that are given to a run beside its message. */
import type { ContentPart, Item, MediaPart } from "../model/item.ts";
import { Media, type MediaSource, type MediaType } from "../tool/media.ts";
import { mediaSourceOf } from "./to-user-item.ts";

/** A piece of media, or its address: `"https://example.com/cat.png"`, or a `data:` URL. */
export type RunMediaEntry = MediaSource | string;

export interface RunMedia {
  /** Sent with the message, and for tools that ask for `images`. A file is read only when somebody wants its bytes. */
  readonly images?: readonly RunMediaEntry[];
  readonly videos?: readonly RunMediaEntry[];
  readonly audio?: readonly RunMediaEntry[];
  readonly files?: readonly RunMediaEntry[];
}

/**
 * The media stand behind what the user says. The same item where there are none.
 *
 * @throws UserError for media without a source, or with two, and for a text that is no address.
 */
export function withRunMedia(item: Item, { images, videos, audio, files }: RunMedia): Item {
  const parts = [
    ...toParts("images", "image", images),
    ...toParts("videos", "video", videos),
    ...toParts("audio", "audio", audio),
    ...toParts("files", "file", files),
  ];
  if (parts.length === 0 || item.type !== "user") return item;
  const said = typeof item.content === "string" ? toTextParts(item.content) : item.content;
  return { type: "user", content: [...said, ...parts] };
}

function toParts(
  option: keyof RunMedia,
  type: MediaType,
  entries: readonly RunMediaEntry[] = [],
): readonly MediaPart[] {
  return entries.map((entry, index) => {
    const source = typeof entry === "string" ? mediaSourceOf(entry, type, `${option}[${index}]`) : entry;
    return (source instanceof Media ? source : new Media(type, source)).toStoredPart();
  });
}

/** Providers refuse empty texts. */
function toTextParts(text: string): readonly ContentPart[] {
  return text === "" ? [] : [{ type: "text", text }];
}
