/** The servers that speak Chat Completions in their own way: data. To add one, add its entry. */
import { type Endpoint, hostOf } from "../connection.ts";
import type { ChatServer } from "./chat-server.ts";

export interface CompatibleServer extends Endpoint {
  readonly chat: ChatServer;
}

/** What a server that nothing is known of is trusted with. */
export const UNKNOWN_SERVER: ChatServer = {
  name: "openai-compatible",
  maxTokensField: "max_tokens",
  dialect: "openai",
  strict: false,
  parallelToolCalls: false,
  streamOptions: true,
  reasoningEffort: false,
  requiredChoice: "required",
  namedChoice: true,
  echoedReasoning: [],
};

interface ServerFacts {
  readonly name: string;
  readonly base: string;
  readonly keys?: readonly string[];
  /** Runs on this machine, mostly, and asks for no key. */
  readonly isOpen?: true;
  readonly chat?: Partial<ChatServer>;
}

const FACTS: readonly ServerFacts[] = [
  {
    name: "ollama",
    base: "http://localhost:11434/v1",
    isOpen: true,
    // The schema of an answer goes to the grammar of llama.cpp as it stands; definitions of tools do not.
    chat: { dialect: "ollama", outputDialect: "llamacpp", reasoningEffort: true, echoedReasoning: ["reasoning"] },
  },
  {
    name: "vllm",
    base: "http://localhost:8000/v1",
    isOpen: true,
    chat: { parallelToolCalls: true, reasoningEffort: true },
  },
  {
    name: "llamacpp",
    base: "http://localhost:8080/v1",
    isOpen: true,
    chat: { dialect: "llamacpp", outputDialect: "llamacpp", parallelToolCalls: true },
  },
  { name: "lmstudio", base: "http://localhost:1234/v1", isOpen: true, chat: { namedChoice: false } },
  {
    name: "deepseek",
    base: "https://api.deepseek.com",
    chat: { neverForced: /reasoner|-v4/, echoedReasoning: ["reasoning_content"] },
  },
  {
    name: "groq",
    base: "https://api.groq.com/openai/v1",
    chat: { maxTokensField: "max_completion_tokens", parallelToolCalls: true, reasoningEffort: true },
  },
  {
    name: "mistral",
    base: "https://api.mistral.ai/v1",
    chat: { parallelToolCalls: true, streamOptions: false, shortCallIds: true },
  },
  {
    name: "xai",
    base: "https://api.x.ai/v1",
    chat: { maxTokensField: "max_completion_tokens", parallelToolCalls: true, reasoningEffort: true },
  },
  {
    name: "moonshot",
    base: "https://api.moonshot.ai/v1",
    chat: { requiredChoice: "auto", echoedReasoning: ["reasoning_content"] },
  },
  {
    name: "alibaba",
    base: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
    keys: ["DASHSCOPE_API_KEY", "ALIBABA_API_KEY"],
    chat: { parallelToolCalls: true },
  },
  { name: "zai", base: "https://api.z.ai/api/paas/v4" },
  { name: "cohere", base: "https://api.cohere.ai/compatibility/v1" },
  {
    name: "openrouter",
    base: "https://openrouter.ai/api/v1",
    chat: { parallelToolCalls: true, reasoningEffort: true, echoedReasoning: ["reasoning", "reasoning_details"] },
  },
  { name: "fireworks", base: "https://api.fireworks.ai/inference/v1", chat: { reasoningEffort: true } },
  { name: "together", base: "https://api.together.xyz/v1", chat: { reasoningEffort: true } },
  {
    name: "cerebras",
    base: "https://api.cerebras.ai/v1",
    chat: { maxTokensField: "max_completion_tokens", parallelToolCalls: true, reasoningEffort: true },
  },
  { name: "perplexity", base: "https://api.perplexity.ai" },
  {
    name: "gemini-compatible",
    base: "https://generativelanguage.googleapis.com/v1beta/openai",
    keys: ["GOOGLE_API_KEY", "GEMINI_API_KEY"],
    chat: { reasoningEffort: true },
  },
];

export const COMPATIBLE_SERVERS: readonly CompatibleServer[] = FACTS.map(({ name, base, keys, isOpen, chat }) => {
  const prefix = name.toUpperCase().replace(/-/g, "_");
  return {
    name,
    keyVariables: keys ?? [`${prefix}_API_KEY`],
    baseUrlVariables: [`${prefix}_BASE_URL`],
    defaultBaseUrl: base,
    ...(isOpen ? { isOpen } : undefined),
    chat: { ...UNKNOWN_SERVER, ...chat, name },
  };
});

export function serverNamed(name: string): CompatibleServer | undefined {
  return COMPATIBLE_SERVERS.find((server) => server.name === name);
}

/** Read when first asked for: a program that asks no such server does not pay for it. */
let serversByHost: Map<string, CompatibleServer> | undefined;

/** The server that is known to be at an address, by host and port. */
export function serverAt(baseUrl: string): CompatibleServer | undefined {
  serversByHost ??= new Map(COMPATIBLE_SERVERS.map((server) => [hostOf(server.defaultBaseUrl), server]));
  const host = hostOf(baseUrl);
  return host === "" ? undefined : serversByHost.get(host);
}
