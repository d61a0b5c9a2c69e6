/** `@runa/runtime`: agents, tools, and the loop between a model and the functions that it calls. */
export { HttpError, type HttpFailure } from "./errors/http-error.ts";
export { ProviderError, type ProviderFailure } from "./errors/provider-error.ts";
export { isRunaError, RunaError } from "./errors/runa-error.ts";
export { UserError } from "./errors/user-error.ts";
export type {
  AssistantItem,
  ContentPart,
  Item,
  MediaPart,
  TextPart,
  ToolCall,
  ToolResultItem,
  UserItem,
} from "./model/item.ts";
export type {
  FinishReason,
  Model,
  ModelEvent,
  ModelRequest,
  ModelResponse,
  ModelSettings,
  ModelTool,
} from "./model/model.ts";
export { anthropic } from "./providers/anthropic/model.ts";
export { gemini } from "./providers/gemini/model.ts";
export type { ModelOptions } from "./providers/model-options.ts";
export { openai } from "./providers/openai.ts";
export { openaiChat } from "./providers/openai-chat/model.ts";
export { type CompatibleOptions, openaiCompatible } from "./providers/openai-compatible/model.ts";
export { openaiResponses } from "./providers/openai-responses/model.ts";
export { resolveModel } from "./providers/resolve-model.ts";
export type { Usage } from "./tool/usage.ts";
