/** Tools that the provider runs itself: sent as they are, behind those of the program. */
import type { ModelRequest } from "../model/model.ts";

export function withProviderTools<Body extends { tools?: readonly unknown[] }>(
  body: Body,
  { providerTools = [] }: ModelRequest,
): Body {
  return providerTools.length === 0 ? body : { ...body, tools: [...(body.tools ?? []), ...providerTools] };
}
