/** Model strings to models: `gpt-5.2`, `claude-sonnet-5`, `ollama:qwen3:8b`. */
import { UserError } from "../errors/user-error.ts";
import type { Model } from "../model/model.ts";
import { anthropic } from "./anthropic/model.ts";
import { baseUrlOf, isOwnAddress } from "./connection.ts";
import { gemini } from "./gemini/model.ts";
import { openai } from "./openai.ts";
import { COMPATIBLE_SERVERS } from "./openai-chat/compatible-servers.ts";
import { openaiChat } from "./openai-chat/model.ts";
import { openaiCompatible } from "./openai-compatible/model.ts";
import { OPENAI } from "./openai-endpoint.ts";
import { openaiResponses } from "./openai-responses/model.ts";

const FACTORIES: { readonly [provider: string]: (id: string) => Model } = {
  ...Object.fromEntries(
    COMPATIBLE_SERVERS.map(({ name }) => [name, (id: string) => openaiCompatible(id, { server: name })]),
  ),
  openai: (id) => openai(id),
  "openai-chat": (id) => openaiChat(id),
  "openai-responses": (id) => openaiResponses(id),
  anthropic: (id) => anthropic(id),
  google: (id) => gemini(id),
  gemini: (id) => gemini(id),
  "llama.cpp": (id) => openaiCompatible(id, { server: "llamacpp" }),
  "lm-studio": (id) => openaiCompatible(id, { server: "lmstudio" }),
};

/** Beginnings of model names, and whose they are. */
const PREFIXES: readonly (readonly [pattern: RegExp, provider: string])[] = [
  [/^(?:gpt-(?!oss)|chatgpt-|codex-|ft:gpt-|o[0-9]+(?:-|$)|computer-use-)/, "openai"],
  [/^claude-/, "anthropic"],
  [/^(?:models\/)?gemini-/, "google"],
  [/^deepseek-/, "deepseek"],
  [/^(?:mistral|ministral|magistral|codestral|devstral|pixtral|open-mistral|open-mixtral)-/, "mistral"],
  [/^grok-/, "xai"],
  [/^(?:kimi|moonshot)-/, "moonshot"],
  [/^(?:qwen|qwq-)/, "alibaba"],
  [/^glm-/, "zai"],
  [/^command-/, "cohere"],
  [/^sonar/, "perplexity"],
];

/**
 * The model that a string names: `provider:name` or `provider/name`, split at the first of the two signs and only where
 * a known provider stands before it; else by the beginning of the name, in any case. Where `OPENAI_BASE_URL` points
 * elsewhere than to OpenAI, a name that belongs to no provider is asked for there. Keys are looked for at the first
 * request.
 *
 * @throws UserError when no provider is known for it.
 */
export function resolveModel(name: string): Model {
  const trimmed = name.trim();
  const hasOtherBase = !isOwnAddress(OPENAI, baseUrlOf(OPENAI, {}));
  const [, left = "", right = ""] = /^([^:/]+)[:/](.+)$/.exec(trimmed) ?? [];
  const provider = left.toLowerCase();
  const factory = Object.hasOwn(FACTORIES, provider) ? FACTORIES[provider] : undefined;
  if (factory !== undefined && !(provider === "openai" && /^gpt-oss/i.test(right))) return factory(right);
  const lower = trimmed.toLowerCase();
  const owner = PREFIXES.find(([pattern]) => pattern.test(lower))?.[1];
  const own = owner === undefined ? undefined : FACTORIES[owner];
  if (own !== undefined) return own(trimmed);
  if (hasOtherBase && trimmed !== "") return openai(trimmed);
  throw new UserError("RUNA_UNKNOWN_MODEL", explain(trimmed));
}

function explain(name: string): string {
  if (name === "") return 'The model\'s name is empty. Give one, such as "gpt-5.2" or "ollama:qwen3".';
  const isOpenWeights = /gpt-oss/i.test(name);
  const example = isOpenWeights ? `"groq:openai/gpt-oss-120b"` : `"groq:${name}"`;
  return (
    `No provider is known for model "${name}"${isOpenWeights ? ", whose weights are open" : ""}. ` +
    `Put the provider before it, as in "ollama:${name.replace(/^openai[:/]/, "")}" or ${example}, ` +
    `set OPENAI_BASE_URL, or use openaiCompatible("${name}", { baseUrl }).`
  );
}
