import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ask } from "../../test/support/ask.ts";
import { startModelServer } from "../../test/support/model-server.ts";
import { answerOf } from "../../test/support/recording.ts";
import { anthropic } from "./anthropic/model.ts";
import { gemini } from "./gemini/model.ts";
import { openai } from "./openai.ts";
import { openaiChat } from "./openai-chat/model.ts";
import { openaiCompatible } from "./openai-compatible/model.ts";
import { resolveModel } from "./resolve-model.ts";

beforeEach(() => {
  for (const name of Object.keys(process.env))
    if (/_API_KEY$|_BASE_URL$|AUTH_TOKEN$|OLLAMA_HOST/.test(name)) vi.stubEnv(name, "");
});
afterEach(() => vi.unstubAllEnvs());

describe("model strings (I13)", () => {
  it.each([
    ["gpt-5.2", "openai-responses", "gpt-5.2"],
    ["GPT-5.2", "openai-responses", "GPT-5.2"],
    ["o3-mini", "openai-responses", "o3-mini"],
    ["o1", "openai-responses", "o1"],
    ["ft:gpt-4o:acme::1", "openai-responses", "ft:gpt-4o:acme::1"],
    ["claude-sonnet-5", "anthropic", "claude-sonnet-5"],
    ["gemini-3-pro", "gemini", "gemini-3-pro"],
    ["deepseek-chat", "deepseek", "deepseek-chat"],
    ["magistral-medium", "mistral", "magistral-medium"],
    ["grok-4", "xai", "grok-4"],
    ["kimi-k2", "moonshot", "kimi-k2"],
    ["qwen3-max", "alibaba", "qwen3-max"],
    ["glm-5", "zai", "glm-5"],
    ["command-a", "cohere", "command-a"],
    ["sonar-pro", "perplexity", "sonar-pro"],
    ["openai/gpt-5.2", "openai-responses", "gpt-5.2"],
    ["openai-chat:gpt-5.2", "openai-chat", "gpt-5.2"],
    ["anthropic:claude-x", "anthropic", "claude-x"],
    ["google/gemini-3-pro", "gemini", "gemini-3-pro"],
    ["ollama:qwen3:8b", "ollama", "qwen3:8b"],
    ["groq:openai/gpt-oss-120b", "groq", "openai/gpt-oss-120b"],
    ["openrouter/anthropic/claude-sonnet-5", "openrouter", "anthropic/claude-sonnet-5"],
    ["vllm/meta-llama/Llama-3", "vllm", "meta-llama/Llama-3"],
  ])("reads %s as a model of %s", (name, provider, id) => {
    expect(resolveModel(name)).toMatchObject({ provider, id });
  });

  it.each([
    ["gpt-oss-120b", "ollama:gpt-oss-120b"],
    ["openai/gpt-oss-120b", "groq:openai/gpt-oss-120b"],
    ["llama3.3", "ollama:llama3.3"],
    ["gemma3", "openaiCompatible"],
    ["__proto__:x", "ollama"],
    ["", "empty"],
  ])("has no provider for %s, and says how to go on", (name, words) => {
    expect(() => resolveModel(name)).toThrowError(expect.objectContaining({ code: "RUNA_UNKNOWN_MODEL" }));
    expect(() => resolveModel(name)).toThrow(words);
  });

  it("asks for a model of nobody where OPENAI_BASE_URL points", () => {
    vi.stubEnv("OPENAI_BASE_URL", "http://localhost:9/v1");
    expect(resolveModel("llama3.3")).toMatchObject({ provider: "openai-chat", id: "llama3.3" });
    expect(resolveModel("openai/gpt-oss-120b")).toMatchObject({ id: "openai/gpt-oss-120b" });
    expect(resolveModel("gpt-5.2")).toMatchObject({ provider: "openai-chat" });
  });

  it.each([
    ["gpt-5.2", "OPENAI_API_KEY"],
    ["claude-sonnet-5", "ANTHROPIC_API_KEY"],
    ["gemini-3-pro", "GOOGLE_API_KEY or GEMINI_API_KEY"],
    ["deepseek-chat", "DEEPSEEK_API_KEY"],
    ["qwen3-max", "DASHSCOPE_API_KEY"],
    ["groq:x", "GROQ_API_KEY"],
  ])("names the missing key of %s when it is asked, not before (I13)", async (name, variable) => {
    const model = resolveModel(name);
    await expect(ask(model)).rejects.toMatchObject({ code: "RUNA_MISSING_KEY" });
    await expect(ask(model)).rejects.toThrow(variable);
  });
});

describe("keys and addresses", () => {
  const chat = answerOf("openai-compatible/mistral-tool-call.json");

  it.each([
    ["OPENAI_BASE_URL", "OPENAI_API_KEY", "gpt-5.2", "/v1", "/v1/chat/completions", "authorization", "Bearer k-1"],
    ["ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", "claude-x", "", "/v1/messages", "x-api-key", "k-1"],
    ["ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", "claude-x", "/v1/", "/v1/messages", "x-api-key", "k-1"],
    ["ANTHROPIC_BASE_URL", "ANTHROPIC_AUTH_TOKEN", "claude-x", "", "/v1/messages", "authorization", "Bearer k-1"],
    [
      "GOOGLE_GEMINI_BASE_URL",
      "GOOGLE_API_KEY",
      "gemini-x",
      "",
      "/v1beta/models/gemini-x:generateContent",
      "x-goog-api-key",
      "k-1",
    ],
    [
      "GOOGLE_GEMINI_BASE_URL",
      "GEMINI_API_KEY",
      "models/gemini-x",
      "/v1beta",
      "/v1beta/models/gemini-x:generateContent",
      "x-goog-api-key",
      "k-1",
    ],
    [
      "OLLAMA_BASE_URL",
      "OLLAMA_API_KEY",
      "ollama:qwen3:8b",
      "/v1",
      "/v1/chat/completions",
      "authorization",
      "Bearer k-1",
    ],
    [
      "GROQ_BASE_URL",
      "GROQ_API_KEY",
      "groq:x",
      "/openai/v1",
      "/openai/v1/chat/completions",
      "authorization",
      "Bearer k-1",
    ],
  ])("reads %s and %s for %s", async (baseVariable, keyVariable, name, path, wantPath, header, value) => {
    await using server = await startModelServer(chat);
    vi.stubEnv(baseVariable, server.url + path);
    vi.stubEnv(keyVariable, " k-1\n");
    // The stand-in may answer in another format: only what it was asked counts.
    await ask(resolveModel(name), { stream: false }).catch(() => {});
    expect(server.requests[0]?.path).toBe(wantPath);
    expect(server.requests[0]?.headers[header]).toBe(value);
  });

  it("sends no authorization to another address without a key, and no key of OpenAI to an address that was given", async () => {
    await using server = await startModelServer(chat);
    vi.stubEnv("OPENAI_BASE_URL", server.url);
    await ask(resolveModel("gpt-5.2"), { stream: false });
    await ask(openaiCompatible("m"), { stream: false });
    vi.stubEnv("OPENAI_API_KEY", "k-openai");
    await ask(openaiCompatible("m", { baseUrl: server.url }), { stream: false });
    await ask(openaiCompatible("m"), { stream: false });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
      undefined,
      "Bearer k-openai",
    ]);
  });

  it("lets options win over the environment, and the caller's own headers and fields over ours", async () => {
    await using server = await startModelServer(chat);
    vi.stubEnv("OPENAI_BASE_URL", "http://localhost:9");
    vi.stubEnv("OPENAI_API_KEY", "k-env");
    const options = { baseUrl: server.url, apiKey: "k-option" };
    await ask(openaiChat("m", options), { stream: false });
    await ask(
      openaiChat("m", { ...options, headers: { Authorization: "Basic x" }, extraBody: { user: "u", model: "n" } }),
      { stream: false },
    );
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer k-option", "Basic x"]);
    expect(server.requests[1]?.body).toMatchObject({ user: "u", model: "n" });
  });

  it("finds Ollama where OLLAMA_HOST puts it", async () => {
    await using server = await startModelServer(chat);
    vi.stubEnv("OLLAMA_HOST", new URL(server.url).host);
    await ask(resolveModel("ollama:qwen3"), { stream: false });
    expect(server.requests[0]?.path).toBe("/v1/chat/completions");
  });

  it("knows a server by its address", () => {
    expect(openaiCompatible("m", { baseUrl: "http://127.0.0.1:11434/v1" }).provider).toBe("ollama");
    expect(openaiChat("m", { baseUrl: "https://api.groq.com/openai/v1" }).provider).toBe("groq");
    expect(openaiCompatible("m", { baseUrl: "https://models.example.com" }).provider).toBe("openai-compatible");
    expect(openai("m").provider).toBe("openai-responses");
    expect(openai("m", { baseUrl: "https://models.example.com" }).provider).toBe("openai-chat");
  });

  it.each([
    [() => openaiChat("m", { baseUrl: "localhost:8000", apiKey: "k" }), "RUNA_BASE_URL"],
    [() => openaiCompatible("m"), "RUNA_BASE_URL"],
    [() => anthropic("m", { apiKey: "two words" }), "RUNA_KEY"],
    [() => gemini("m", { apiKey: "  " }), "RUNA_MISSING_KEY"],
  ])("refuses what cannot work, before it asks", async (make, code) => {
    await expect(ask(make())).rejects.toMatchObject({ code });
  });

  it("lists the servers that it knows", () => {
    expect(() => openaiCompatible("m", { server: "olama" })).toThrow("ollama, vllm, llamacpp, lmstudio");
  });
});
