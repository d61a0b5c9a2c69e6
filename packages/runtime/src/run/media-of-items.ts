/** The media of a conversation: for tools that ask for them, and for models that must not see them. */
import type { ContentPart, Item, MediaPart } from "../model/item.ts";
import { fromPart, type Media } from "../tool/media.ts";

const NOT_SHOWN: ContentPart = { type: "text", text: "(media that are not shown to you)" };

/** What the user sent. What tools returned is known to the run in full. */
export function mediaOfItems(items: readonly Item[]): readonly Media[] {
  return items.flatMap((item) => {
    if (item.type !== "user" || typeof item.content === "string") return [];
    return item.content.filter((part): part is MediaPart => part.type !== "text").map(fromPart);
  });
}

/** The same list where there is nothing to leave out. */
export function withoutMedia(items: readonly Item[]): readonly Item[] {
  return items.some(hasMedia) ? items.map(stripItem) : items;
}

function hasMedia(item: Item): boolean {
  return item.type === "user" && typeof item.content !== "string" && item.content.some(({ type }) => type !== "text");
}

function stripItem(item: Item): Item {
  if (item.type !== "user" || typeof item.content === "string" || !hasMedia(item)) return item;
  const texts = item.content.filter(({ type }) => type === "text");
  return { ...item, content: texts.length > 0 ? texts : [NOT_SHOWN] };
}
