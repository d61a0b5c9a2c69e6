/**
 * `@runa/runtime/manifest`: the manifest's types, version and JSON Schema, and the lowering of definitions to provider
 * dialects. Imports nothing else of the runtime.
 */

export { lowerForAnthropicRequest } from "./dialects/anthropic-request.ts";
export { lower, lowerSchema } from "./dialects/lower.ts";
export {
  DIALECTS,
  type Dialect,
  type Loss,
  type LoweredDefinition,
  type LoweredSchema,
  type LoweredTool,
  type Restore,
} from "./dialects/lowered.ts";
export {
  type AnthropicTool,
  type GeminiFunctionDeclaration,
  type McpTool,
  type OpenAiChatTool,
  type OpenAiResponsesTool,
  toAnthropicTool,
  toGeminiFunctionDeclaration,
  toMcpTool,
  toOpenAiChatTool,
  toOpenAiResponsesTool,
} from "./dialects/wire-tools.ts";
export type { JsonObject, JsonSchema, JsonTypeName, JsonValue, ParametersSchema } from "./json-schema.ts";
export {
  type Conversions,
  type Injection,
  MANIFEST_VERSION,
  type Manifest,
  type ManifestSchema,
  type ManifestTool,
  type ParameterBinding,
  type RichType,
  type Thread,
  TOOL_NAME_PATTERN,
  type ToolBinding,
  type ToolDefinition,
} from "./manifest.ts";
export { manifestSchema } from "./manifest-schema.ts";
