import type { JsonValue } from "../manifest/json-schema.ts";

/** Options of every model factory. */
export interface ModelOptions {
  /** Where the API is, up to and without the path of the request: `http://localhost:11434/v1`. */
  readonly baseUrl?: string;
  /** Default: the provider's environment variable, read at each request. */
  readonly apiKey?: string;
  /** Added to every request; they win over ours. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields added to the body of every request, as the provider names them; they win over ours. */
  readonly extraBody?: { readonly [field: string]: JsonValue };
}
