/** From the JSON form of a rich type to the real thing, for values that their schema accepts. */
import { ConversionError } from "../errors/conversion-error.ts";
import type { RichType } from "../manifest/index.ts";

/** Makes one value. Throws `ConversionError` where the value has the right form and still no counterpart. */
type MakeValue = (json: unknown, path: string) => unknown;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A value of another type is left as it is: `null` beside a date, say. */
export const RICH_VALUES: { readonly [Type in RichType]: MakeValue } = {
  date: (json, path) => {
    if (typeof json !== "string") return json;
    const date = new Date(json);
    // A leap second has the form of a time, and none that a Date could hold.
    if (Number.isNaN(date.getTime())) throw new ConversionError(path, `must be a date that exists, not "${json}"`);
    return date;
  },
  url: (json, path) => {
    if (typeof json !== "string") return json;
    try {
      return new URL(json);
    } catch {
      throw new ConversionError(path, "must be an absolute URL such as https://example.com/page");
    }
  },
  bigint: (json, path) => {
    if (typeof json !== "number") return json;
    // JSON.parse has already rounded it: the value that was meant is lost.
    if (!Number.isSafeInteger(json)) {
      throw new ConversionError(
        path,
        `must lie between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}: larger integers cannot be passed exactly`,
      );
    }
    return BigInt(json);
  },
  set: (json) => (Array.isArray(json) ? new Set(json) : json),
  map: (json) =>
    typeof json === "object" && json !== null && !Array.isArray(json) ? new Map(Object.entries(json)) : json,
  bytes: (json, path) => {
    if (typeof json !== "string") return json;
    // The schema says base64 as an annotation only, and Buffer skips what is no base64.
    if (!BASE64.test(json)) throw new ConversionError(path, "must be base64 with padding");
    return Buffer.from(json, "base64");
  },
};
