/** The factory of models behind servers that speak Chat Completions. */
import { UserError } from "../../errors/user-error.ts";
import type { Model } from "../../model/model.ts";
import { type Endpoint, variable } from "../connection.ts";
import type { ModelOptions } from "../model-options.ts";
import { chatModel } from "../openai-chat/chat-model.ts";
import {
  COMPATIBLE_SERVERS,
  type CompatibleServer,
  serverAt,
  serverNamed,
  UNKNOWN_SERVER,
} from "../openai-chat/compatible-servers.ts";

export interface CompatibleOptions extends ModelOptions {
  /**
   * Which server it is: `ollama`, `vllm`, `llamacpp`, `lmstudio`, `groq`, `mistral`, … Gives its address, its key
   * variable and its peculiarities. Default: known by its address, else nothing is assumed.
   */
  readonly server?: string;
}

/**
 * A model behind a server that speaks Chat Completions.
 *
 * @example
 * ```ts
 * openaiCompatible("qwen3:8b", { server: "ollama" });
 * openaiCompatible("my-model", { baseUrl: "https://models.example.com/v1", apiKey: process.env.MODELS_KEY });
 * ```
 * @throws UserError when `server` names none that is known.
 */
export function openaiCompatible(id: string, options: CompatibleOptions = {}): Model {
  const named = options.server === undefined ? undefined : findServer(options.server);
  return chatModel(id, () => {
    const server = named ?? serverAt(options.baseUrl ?? variable("OPENAI_BASE_URL") ?? "");
    return { server: server?.chat ?? UNKNOWN_SERVER, endpoint: endpointOf(server, options), options };
  });
}

function endpointOf(server: CompatibleServer | undefined, options: CompatibleOptions): Endpoint {
  if (server?.name === "ollama") return withOllamaHost(server);
  return (
    server ?? {
      name: "the model server",
      // A key of OpenAI goes where `OPENAI_BASE_URL` points, and to no other address.
      keyVariables: options.baseUrl === undefined ? ["OPENAI_API_KEY"] : [],
      baseUrlVariables: ["OPENAI_BASE_URL"],
      defaultBaseUrl: "",
    }
  );
}

function findServer(name: string): CompatibleServer {
  const server = serverNamed(name);
  if (server !== undefined) return server;
  throw new UserError(
    "RUNA_UNKNOWN_SERVER",
    `No server is known as "${name}". Known are ${COMPATIBLE_SERVERS.map((known) => known.name).join(", ")}. ` +
      "For any other leave server out and give its baseUrl.",
  );
}

/** `OLLAMA_HOST` is written for Ollama itself: without scheme, port or path, and maybe for all interfaces. */
function withOllamaHost(server: CompatibleServer): Endpoint {
  const host = variable("OLLAMA_HOST");
  if (host === undefined) return server;
  const url = /^https?:\/\//.test(host) ? host : `http://${host}`;
  if (!URL.canParse(url)) return server;
  const parsed = new URL(url);
  if (parsed.hostname === "0.0.0.0") parsed.hostname = "127.0.0.1";
  if (parsed.port === "" && !/^https?:\/\//.test(host)) parsed.port = "11434";
  if (parsed.pathname === "/") parsed.pathname = "/v1";
  return { ...server, defaultBaseUrl: parsed.href.replace(/\/+$/, "") };
}
