/** Tells a conversation that is too long for the model from other refusals, by the words of each provider. Pure. */
import type { ErrorBody } from "./read-error.ts";

const CODES = ["context_length_exceeded", "exceed_context_size_error", "model_context_window_exceeded"];

const WORDS = [
  // Anthropic
  /prompt is too long/i,
  // OpenAI, OpenRouter, vLLM
  /exceeds? (?:the|your|this model's) context window/i,
  /maximum context length/i,
  // Gemini
  /input token count\D*\d*\D*exceeds the maximum number of tokens/i,
  // xAI
  /maximum prompt length is/i,
  // Groq
  /reduce the length of the (?:messages|prompt|input)/i,
  // llama.cpp
  /exceeds the available context size/i,
  // LM Studio
  /(?:greater|larger) than the context (?:length|size)/i,
  /context (?:length|size) (?:has been )?exceeded/i,
];

/** A rate limit speaks of tokens as well, and of waiting. */
export function isContextOverflow({ message, code, status }: ErrorBody): boolean {
  if (status === 429) return false;
  return (code !== undefined && CODES.includes(code)) || WORDS.some((words) => words.test(message));
}

export const SHORTEN: string =
  "Shorten the conversation or the results of tools (maxResultChars), offer fewer tools, ask for a smaller maxOutputTokens, or use a model with a larger context.";
