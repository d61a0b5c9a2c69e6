/** `HttpTools`: fetching pages, as a tool. */
import { aBoolean, aCount, aDuration, assertOptions, type OptionChecks } from "../../errors/assert-options.ts";
import { UserError } from "../../errors/user-error.ts";
import { Toolkit } from "../../tool/toolkit.ts";
import { SETTING_CHECKS, type ToolkitSettings } from "../../tool/toolkit-options.ts";
import { quote } from "../quote.ts";
import { type GetRules, guardedGet } from "./guarded-get.ts";
import { parseHostRule } from "./host-rules.ts";

export interface HttpToolsOptions extends ToolkitSettings {
  /**
   * The hosts that may be fetched, by redirects too: `example.com`, `*.example.com` (not itself), `example.com:8080`, an
   * address, or `*` for every public host. Without a port: 80 for http and 443 for https, and no other.
   */
  readonly allow: readonly string[];
  /** Whether names may resolve to addresses that are not public. Default false; an address in `allow` is meant. */
  readonly allowPrivate?: boolean;
  /** The longest answer. Default 200 000. */
  readonly maxBytes?: number;
  /** Milliseconds for the whole of it, redirects and body. Default 10 000. */
  readonly timeout?: number;
}

const CHECKS: OptionChecks<HttpToolsOptions> = {
  ...SETTING_CHECKS,
  allow: (value) => {
    if (!Array.isArray(value) || !value.every((one) => typeof one === "string"))
      return "must be a list of hosts, such as example.com";
    return value.map(parseHostRule).find((rule) => typeof rule === "string");
  },
  allowPrivate: aBoolean,
  maxBytes: aCount,
  timeout: aDuration,
};

/**
 * Fetches text by GET, from the hosts that it may.
 *
 * @example
 * ```ts
 * import { HttpTools } from "@runa/runtime/toolkits/http";
 *
 * const web = new HttpTools({ allow: ["example.com", "*.wikipedia.org"] });
 * ```
 */
export class HttpTools extends Toolkit {
  readonly #rules: GetRules;

  /** @throws UserError for an option that does not exist, and for a rule that could never fit. */
  constructor(options: HttpToolsOptions) {
    assertOptions<HttpToolsOptions>(options, CHECKS, "HttpTools");
    if (options.allow === undefined)
      throw new UserError("RUNA_INVALID_OPTION", 'HttpTools needs hosts: new HttpTools({ allow: ["example.com"] }).');
    const { allow, allowPrivate = false, maxBytes = 200_000, timeout = 10_000, ...settings } = options;
    super({ name: "http", ...settings });
    this.#rules = {
      allow: allow.map(parseHostRule).filter((rule) => typeof rule !== "string"),
      allowPrivate,
      maxBytes,
      timeout,
    };
  }

  /**
   * Fetch a page or a JSON document by GET.
   * @tool
   * @readonly
   * @param url The whole address, such as https://example.com/page
   */
  async fetchUrl(url: string, signal: AbortSignal): Promise<string> {
    const { status, contentType, body } = await guardedGet(url, this.#rules, signal);
    if (
      contentType !== "" &&
      !/^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml)|application\/javascript)/i.test(contentType)
    )
      throw new Error(`the answer is ${quote(contentType)}, not a text`);
    if (status >= 400) throw new Error(`the server answered with the status ${status}: ${body.slice(0, 500)}`);
    return body;
  }
}
