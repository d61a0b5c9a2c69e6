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
export type { ModelOptions } from "./providers/model-options.ts";
export { openaiChat } from "./providers/openai-chat/model.ts";
export type { Usage } from "./tool/usage.ts";
