/** What a program says that a call gave, which has to survive being stored. */
import { toModelText } from "../call/to-model-text.ts";
import { UserError } from "../errors/user-error.ts";
import type { JsonValue } from "../manifest/index.ts";
import { isToolResult, mediaOf } from "../tool/tool-result.ts";
import { toPlainJson } from "./plain-json.ts";

/** @throws UserError for media, and for what has no JSON form. `where` begins the message. */
export function toPlainResult(value: unknown, where: string): JsonValue | undefined {
  if (value === undefined) return undefined;
  if (isToolResult(value)) {
    if (mediaOf(value).length === 0) return value.content;
    throw new UserError("RUNA_NOT_SERIALISABLE", `${where} has media, which a result from outside cannot carry.`);
  }
  // What a text is made of has to come back as it was: NaN, dates, and the like are what the model would read of them.
  const said = toModelText(where, value);
  if (said.isError) throw new UserError("RUNA_NOT_SERIALISABLE", `${where} cannot be written down: ${said.text}.`);
  return typeof value === "string" ? value : toPlainJson(value, where);
}
