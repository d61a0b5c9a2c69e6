/** `@runa/runtime/manifest`: the manifest's types, version and JSON Schema. Imports nothing else of the runtime. */
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
