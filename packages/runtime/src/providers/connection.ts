/** Options and environment variables to what a request needs: an address, headers, a key. */
import { UserError } from "../errors/user-error.ts";
import type { ModelOptions } from "./model-options.ts";

/** Where a provider is, and which variables speak of it. */
export interface Endpoint {
  /** As users know it: `openai`. */
  readonly name: string;
  readonly keyVariables: readonly string[];
  readonly baseUrlVariables: readonly string[];
  readonly defaultBaseUrl: string;
  /** Works without a key. */
  readonly isOpen?: boolean;
}

export interface Connection {
  /** Without a slash at its end; it may have a query. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body with the caller's own fields, and edits. */
  extend<Body extends object>(body: Body): Body;
  /** What to change after a refusal with this status and message. */
  advise(status: number, message: string): string | undefined;
}

/** The headers that carry a key. */
export type Authorize = (key: string, variable: string | undefined) => Readonly<Record<string, string>>;

const CREDENTIAL_HEADERS = ["authorization", "x-api-key", "api-key", "x-goog-api-key"];

export const bearer: Authorize = (key) => ({ authorization: `Bearer ${key}` });

/**
 * Reads the environment now, so that a key may be set, or changed, after the agent was made.
 *
 * @throws UserError when the provider's own address is asked and no key is there, or the base URL is none.
 */
export function connect(endpoint: Endpoint, options: ModelOptions, authorize: Authorize = bearer): Connection {
  checkBaseUrl(endpoint, options);
  const baseUrl = baseUrlOf(endpoint, options);
  const given = lowerCaseNames(options.headers ?? {});
  const key = findKey(endpoint, options);
  const hasCredential = CREDENTIAL_HEADERS.some((name) => name in given);
  if (key === undefined && !hasCredential && needsKey(endpoint, baseUrl)) throw missingKey(endpoint);
  const { extraBody, editBody } = options;
  return {
    baseUrl,
    headers: {
      "content-type": "application/json",
      "user-agent": "runa",
      ...(key === undefined || hasCredential ? undefined : authorize(checkKey(key), key.variable)),
      ...given,
    },
    extend: <Body extends object>(body: Body): Body => {
      const extended = extraBody === undefined ? body : { ...body, ...extraBody };
      // Whatever the caller makes of it is sent.
      return editBody === undefined
        ? extended
        : (editBody({ ...extended } as Readonly<Record<string, unknown>>) as Body);
    },
    advise: (status, message) => {
      // Gemini answers a wrong key with 400.
      if (status !== 401 && !((status === 400 || status === 403) && /api[ _-]?key/i.test(message))) return undefined;
      return key?.variable === undefined ? "Check the API key." : `Check ${key.variable}.`;
    },
  };
}

/** The address that will be asked, by the options, else the environment, else the provider's own. */
export function baseUrlOf(endpoint: Endpoint, options: ModelOptions): string {
  return findBaseUrl(endpoint, options)
    .text.replace(/#.*$/, "")
    .replace(/\/+(?=\?|$)/, "");
}

/** The path of a base URL, without a query. */
export function pathOf(baseUrl: string): string {
  return baseUrl.replace(/\?.*$/, "");
}

/** The address of a request: queries of both parts stand behind both paths. */
export function requestUrl(baseUrl: string, path: string): string {
  const queries = [baseUrl, path].map((part) => /\?(.*)$/.exec(part)?.[1] ?? "").filter((query) => query !== "");
  const address = pathOf(baseUrl) + pathOf(path);
  return queries.length === 0 ? address : `${address}?${queries.join("&")}`;
}

/** Whether that is the provider's own address. */
export function isOwnAddress(endpoint: Endpoint, baseUrl: string): boolean {
  return endpoint.defaultBaseUrl !== "" && hostOf(baseUrl) === hostOf(endpoint.defaultBaseUrl);
}

/** By URL: the same few are asked for at every request. */
const hosts = new Map<string, string>();

/** Host and port, with one spelling for this machine; empty for what is no URL. */
export function hostOf(url: string): string {
  let host = hosts.get(url);
  if (host === undefined) {
    host = URL.canParse(url) ? new URL(url).host.replace(/^(?:127\.0\.0\.1|\[::1\])(?=:|$)/, "localhost") : "";
    hosts.set(url, host);
  }
  return host;
}

function findBaseUrl({ baseUrlVariables, defaultBaseUrl }: Endpoint, { baseUrl }: ModelOptions): FoundUrl {
  if (baseUrl?.trim()) return { text: baseUrl.trim(), source: "baseUrl" };
  const source = baseUrlVariables.find((name) => variable(name) !== undefined);
  return source === undefined ? { text: defaultBaseUrl, source: "" } : { text: variable(source) ?? "", source };
}

interface FoundUrl {
  readonly text: string;
  readonly source: string;
}

function checkBaseUrl(endpoint: Endpoint, options: ModelOptions): void {
  const { text, source } = findBaseUrl(endpoint, options);
  if (/^https?:\/\//i.test(text) && hostOf(text) !== "") return;
  const example = endpoint.defaultBaseUrl || "http://localhost:8000/v1";
  throw new UserError(
    "RUNA_BASE_URL",
    text === ""
      ? `There is no address for ${endpoint.name}. Give the model a baseUrl, such as ${example}.`
      : `${source} is "${text}", which is no address for ${endpoint.name}. It has to begin with http:// or https://, as in ${example}.`,
  );
}

/** An environment variable; an empty or blank one counts as not set. */
export function variable(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

interface Key {
  readonly value: string;
  readonly variable?: string;
}

function findKey({ keyVariables }: Endpoint, { apiKey }: ModelOptions): Key | undefined {
  if (apiKey?.trim()) return { value: apiKey.trim() };
  for (const name of keyVariables) {
    const value = variable(name);
    if (value !== undefined) return { value, variable: name };
  }
  return undefined;
}

/** A key with a line break or a letter outside ASCII was copied wrongly, and no header can carry it. */
function checkKey({ value, variable: name }: Key): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new UserError(
    "RUNA_KEY",
    `${name ?? "apiKey"} holds characters that no key has, such as a blank or a line break. Copy the key again.`,
  );
}

function needsKey(endpoint: Endpoint, baseUrl: string): boolean {
  return !endpoint.isOpen && isOwnAddress(endpoint, baseUrl);
}

function missingKey({ name, keyVariables }: Endpoint): UserError {
  return new UserError(
    "RUNA_MISSING_KEY",
    `There is no API key for ${name}. Set the environment variable ${keyVariables.join(" or ")}, or give the model an apiKey.`,
  );
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
