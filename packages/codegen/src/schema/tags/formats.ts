/**
 * The formats that the runtime's validator knows: those of ajv-formats. Another one would make the schema fail to
 * compile, at the first call.
 */

export interface Format {
  readonly on: "string" | "number";
  /** Judges a default or an example. Where there is none, any text is taken for fitting. */
  readonly test?: RegExp;
}

const DATE = /\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/;
const TIME = /(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?/;
const ZONE = /(?:z|[+-]\d\d:?\d\d)/;

const whole = (...parts: readonly RegExp[]): RegExp =>
  new RegExp(`^${parts.map(({ source }) => source).join("")}$`, "i");

export const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ["date", { on: "string", test: whole(DATE) }],
  ["time", { on: "string", test: whole(TIME, ZONE) }],
  ["date-time", { on: "string", test: whole(DATE, /[t ]/, TIME, ZONE) }],
  ["iso-time", { on: "string" }],
  ["iso-date-time", { on: "string" }],
  ["duration", { on: "string" }],
  ["uri", { on: "string", test: /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i }],
  ["uri-reference", { on: "string" }],
  ["uri-template", { on: "string" }],
  ["url", { on: "string", test: /^(?:https?|ftp):\/\/[^\s]+$/i }],
  ["email", { on: "string", test: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ }],
  ["hostname", { on: "string", test: /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?$/i }],
  ["ipv4", { on: "string", test: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/ }],
  ["ipv6", { on: "string" }],
  ["regex", { on: "string" }],
  ["uuid", { on: "string", test: /^(?:urn:uuid:)?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i }],
  ["json-pointer", { on: "string" }],
  ["json-pointer-uri-fragment", { on: "string" }],
  ["relative-json-pointer", { on: "string" }],
  ["byte", { on: "string" }],
  ["password", { on: "string" }],
  ["binary", { on: "string" }],
  ["int32", { on: "number" }],
  ["int64", { on: "number" }],
  ["float", { on: "number" }],
  ["double", { on: "number" }],
]);
