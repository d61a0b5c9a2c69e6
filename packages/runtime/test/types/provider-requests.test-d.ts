/**
 * The requests that we build, held against the types of the official clients: `tsc` fails at a field that they do not
 * know, and at a value that they do not take. Turns that are echoed as they came have no type of ours.
 */
import type Anthropic from "@anthropic-ai/sdk";
import type { Content, FunctionDeclaration, GenerateContentConfig, Part } from "@google/genai";
import type OpenAI from "openai";
import type {
  ContentBlock,
  Message,
  MessageBlock,
  MessagesRequest,
  MessagesTool,
} from "../../src/providers/anthropic/wire.ts";
import type {
  GeminiContent,
  GeminiFunction,
  GeminiPart,
  GenerateRequest,
  GenerationConfig,
} from "../../src/providers/gemini/wire.ts";
import type { ChatAssistantMessage, ChatMessage, ChatRequest } from "../../src/providers/openai-chat/wire.ts";
import type { ResponsesItem, ResponsesRequest } from "../../src/providers/openai-responses/wire.ts";
import type { Mutable, NoneOf, UnknownFields } from "./exact.ts";

// Chat Completions. The reasoning field is of other servers than OpenAI.
type OwnChatMessage = Exclude<ChatMessage, ChatAssistantMessage> | Omit<ChatAssistantMessage, "reasoning_content">;
type OwnChatRequest = Omit<ChatRequest, "messages" | "reasoning_effort"> & { readonly messages: OwnChatMessage[] };
export type ChatFields = NoneOf<UnknownFields<OwnChatRequest, OpenAI.Chat.ChatCompletionCreateParams>>;
export const chatMessage = (message: Mutable<OwnChatMessage>): OpenAI.Chat.ChatCompletionMessageParam => message;
export const chatRequest = (
  request: Mutable<Omit<ChatRequest, "messages" | "reasoning_effort" | "stream">>,
): Omit<OpenAI.Chat.ChatCompletionCreateParams, "messages"> => request;

// Responses.
type OwnResponsesRequest = Omit<ResponsesRequest, "input" | "reasoning"> & { readonly input: ResponsesItem[] };
export type ResponsesFields = NoneOf<UnknownFields<OwnResponsesRequest, OpenAI.Responses.ResponseCreateParams>>;
export type ReasoningFields = NoneOf<UnknownFields<ResponsesRequest["reasoning"], OpenAI.Reasoning>>;
export const responsesItem = (item: Mutable<ResponsesItem>): OpenAI.Responses.ResponseInputItem => item;
export const responsesRequest = (
  request: Mutable<Omit<ResponsesRequest, "input" | "reasoning" | "stream">>,
): OpenAI.Responses.ResponseCreateParams => request;

// Messages. Temperature and top_p are for models that the current client does not list any more.
type OwnMessage = Omit<Message, "content"> & { readonly content: MessageBlock[] };
type OwnMessagesRequest = Omit<MessagesRequest, "messages" | "temperature" | "top_p"> & {
  readonly messages: OwnMessage[];
};
export type MessagesFields = NoneOf<UnknownFields<OwnMessagesRequest, Anthropic.MessageCreateParams>>;
export type ContentFields = NoneOf<UnknownFields<ContentBlock, Anthropic.ContentBlockParam>>;
export const messageBlock = (block: Mutable<MessageBlock>): Anthropic.ContentBlockParam => block;
export const messagesTool = (tool: Omit<Mutable<MessagesTool>, "input_schema">): Omit<Anthropic.Tool, "input_schema"> =>
  tool;
export const messagesRequest = (
  request: Mutable<Omit<MessagesRequest, "messages" | "stream" | "tools">>,
): Omit<Anthropic.MessageCreateParams, "messages"> => request;

// Gemini. The client's types have the fields of `generationConfig` and of the request side by side in one config, and
// enums where the wire has their texts.
type OwnContent = Omit<GeminiContent, "parts"> & { readonly parts: GeminiPart[] };
type RequestConfig = Omit<GenerateRequest, "contents" | "generationConfig">;
export type GeminiContentFields = NoneOf<UnknownFields<OwnContent, Content>>;
export type GeminiPartFields = NoneOf<UnknownFields<GeminiPart, Part>>;
export type GeminiConfigFields = NoneOf<UnknownFields<RequestConfig & GenerationConfig, GenerateContentConfig>>;
export const geminiPart = (part: Mutable<GeminiPart>): Part => part;
export const geminiFunction = (declaration: Mutable<GeminiFunction>): FunctionDeclaration => declaration;

// The check itself can fail.
// @ts-expect-error a misspelt field
export type Misspelt = NoneOf<UnknownFields<{ readonly max_token: number }, Anthropic.MessageCreateParams>>;
type Inside = UnknownFields<{ readonly thinking: { readonly budget: number } }, Anthropic.MessageCreateParams>;
// @ts-expect-error a misspelt field further in
export type MisspeltInside = NoneOf<Inside>;
