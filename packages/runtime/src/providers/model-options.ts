import type { JsonValue } from "../manifest/json-schema.ts";

/** Options of every model factory. An address and a key may be `undefined`, as what the environment does not hold is. */
export interface ModelOptions {
  /**
   * Where the API is, up to and without the path of the request: `http://localhost:11434/v1`. A query stays behind the
   * path: `https://my.openai.azure.com/openai/deployments/my-gpt?api-version=2025-04-01-preview`.
   */
  readonly baseUrl?: string | undefined;
  /** Default: the provider's environment variable, read at each request. */
  readonly apiKey?: string | undefined;
  /** Added to every request; they win over ours. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields added to the body of every request, as the provider names them; they win over ours. */
  readonly extraBody?: { readonly [field: string]: JsonValue };
  /**
   * The last word on the body of every request, for what a provider adds or lacks.
   *
   * **Contract.** Gives the body to send and leaves the given one as it is; an exception fails the request.
   *
   * @example
   * ```ts
   * anthropic("claude-sonnet-5", {
   *   editBody: (body) => ({ ...body, tools: [...(body.tools as object[]), { type: "web_search_20250305", name: "web_search" }] }),
   * });
   * ```
   */
  readonly editBody?: (body: { readonly [field: string]: unknown }) => { readonly [field: string]: unknown };
}
