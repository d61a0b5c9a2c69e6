/** A tool that the provider runs itself, such as a search of its own. */
import { UserError } from "../errors/user-error.ts";
import type { JsonObject } from "../manifest/index.ts";

const brand = Symbol.for("runa.provider-tool");

export interface ProviderTool {
  /** As the provider's documentation has it. */
  readonly definition: JsonObject;
}

/**
 * Stands among the tools of an agent and is sent to the provider as it is, behind the other tools. Nothing runs here: no
 * hook, no approval, no limit applies.
 *
 * @example
 * ```ts
 * tools: [tools.getWeather, providerTool({ type: "web_search" })]
 * ```
 * @throws UserError for what is no object, or an empty one.
 */
export function providerTool(definition: JsonObject): ProviderTool {
  if (typeof definition !== "object" || definition === null || Array.isArray(definition))
    throw new UserError("RUNA_INVALID_OPTION", 'providerTool takes an object, such as { type: "web_search" }.');
  if (Object.keys(definition).length === 0)
    throw new UserError(
      "RUNA_INVALID_OPTION",
      'providerTool was given an empty definition, which names no tool. Write it as the documentation of the provider has it, such as { type: "web_search" }.',
    );
  return Object.freeze(Object.defineProperty({ definition }, brand, { value: true }));
}

export function isProviderTool(value: unknown): value is ProviderTool {
  return typeof value === "object" && value !== null && brand in value;
}
