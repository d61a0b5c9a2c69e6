/** The media of a conversation: for tools that ask for them, and for models that must, or must not, see them. */
import { errorMessage } from "../errors/error-message.ts";
import { UserError } from "../errors/user-error.ts";
import type { ContentPart, Item, MediaPart } from "../model/item.ts";
import { fromPart, type Media } from "../tool/media.ts";

const NOT_SHOWN: ContentPart = { type: "text", text: "(media that are not shown to you)" };

/** What the user sent, and what tools returned. Nothing is read. */
export function mediaOfItems(items: readonly Item[]): readonly Media[] {
  return items.flatMap((item) => partsOf(item).map(fromPart));
}

/** Without what tools returned: the run itself knows that in full. */
export function mediaOfUser(items: readonly Item[]): readonly Media[] {
  return mediaOfItems(items.filter(({ type }) => type === "user"));
}

/** The same list where there is nothing to leave out. */
export function withoutMedia(items: readonly Item[]): readonly Item[] {
  return items.some(hasMedia) ? items.map(stripItem) : items;
}

/**
 * Reads the files among the media, as a model is sent them; in place, so that each is read once in a run.
 *
 * @throws UserError for a file that cannot be read.
 */
export async function readFiles(items: Item[]): Promise<void> {
  for (const [index, item] of items.entries()) {
    const parts = partsOf(item);
    if (!parts.some(({ filepath }) => filepath !== undefined)) continue;
    if (item.type === "tool_result") items[index] = { ...item, media: await Promise.all(parts.map(readPart)) };
    else if (item.type === "user" && typeof item.content !== "string") {
      const content = await Promise.all(item.content.map((part) => (part.type === "text" ? part : readPart(part))));
      items[index] = { ...item, content };
    }
  }
}

async function readPart(part: MediaPart): Promise<MediaPart> {
  if (part.filepath === undefined) return part;
  try {
    return await fromPart(part).toPart();
  } catch (cause) {
    const reason = errorMessage(cause);
    throw new UserError("RUNA_MEDIA_UNREADABLE", `The ${part.type} ${part.filepath} cannot be read: ${reason}.`, {
      cause,
    });
  }
}

function partsOf(item: Item): readonly MediaPart[] {
  if (item.type === "tool_result") return item.media ?? [];
  if (item.type !== "user" || typeof item.content === "string") return [];
  return item.content.filter((part): part is MediaPart => part.type !== "text");
}

function hasMedia(item: Item): boolean {
  return partsOf(item).length > 0;
}

function stripItem(item: Item): Item {
  if (!hasMedia(item)) return item;
  if (item.type === "tool_result") {
    const { media: _media, ...rest } = item;
    return rest;
  }
  if (item.type !== "user" || typeof item.content === "string") return item;
  const texts = item.content.filter(({ type }) => type === "text");
  return { ...item, content: texts.length > 0 ? texts : [NOT_SHOWN] };
}
