/** What the wire formats need to know of a piece of media. Pure. */
import { UserError } from "../errors/user-error.ts";
import type { MediaPart, ToolResultItem } from "../model/item.ts";
import { mimeTypeOfData } from "../tool/mime-type.ts";

const FALLBACK: { readonly [type in MediaPart["type"]]: string } = {
  image: "image/png",
  audio: "audio/wav",
  video: "video/mp4",
  file: "application/octet-stream",
};

/** As stated, else read from the data, else the most common one of its kind. */
export function mimeTypeOf(part: MediaPart): string {
  return part.mimeType ?? mimeTypeOfData(part.data) ?? FALLBACK[part.type];
}

/** The data as a `data:` URL, or the URL. */
export function urlOf(part: MediaPart): string {
  return part.data === undefined ? (part.url ?? "") : `data:${mimeTypeOf(part)};base64,${part.data}`;
}

export function unsupportedMedia(part: MediaPart, provider: string, how: string): UserError {
  return new UserError("RUNA_MEDIA_UNSUPPORTED", `${provider} takes no ${part.type} in this form. ${how}`);
}

/** Leads the media of a tool result where they stand in a message of their own (D2). */
export function mediaIntroduction({ name, callId }: ToolResultItem): string {
  return `From the result of ${name} (call ${callId}):`;
}

/** Stands in a result whose text is empty and whose media follow in the next message. */
export const MEDIA_FOLLOW = "(see the media in the next message)";

/** Stands in a result for a piece of media that the provider cannot show to the model. */
export function mediaNote(part: MediaPart): string {
  return `(${part.type}${part.filename === undefined ? "" : ` "${part.filename}"`}: this model cannot receive it)`;
}

/** Some providers want the user to speak first; a history that was shortened may begin with the model. */
export const LEFT_OUT = "(the beginning of the conversation is left out)";
