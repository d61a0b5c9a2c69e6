/**
 * Lowering: a neutral tool definition, or schema, to what one provider accepts. Used for each request, and by `runa-gen`
 * for `export` and `--target`. Pure, and does the same work each time: callers keep the result with the definition.
 */
import type { JsonSchema } from "../json-schema.ts";
import type { ToolDefinition } from "../manifest.ts";
import { lowerForAnthropic, lowerForAnthropicStrict } from "./anthropic.ts";
import { lowerForGemini } from "./gemini.ts";
import { lowerForLlamaCpp } from "./llamacpp.ts";
import type { Dialect, Loss, LoweredDefinition, LoweredSchema, LoweredTool } from "./lowered.ts";
import { lowerForMcp } from "./mcp.ts";
import { lowerForOllama } from "./ollama.ts";
import { lowerForOpenAi, lowerForOpenAiStrict } from "./openai.ts";
import { ANTHROPIC_NAMES, fitToolName, GEMINI_NAMES, MCP_NAMES, OPENAI_NAMES, type ToolNameRule } from "./tool-name.ts";

interface DialectRules {
  readonly lowerSchema: (neutral: JsonSchema) => LoweredSchema;
  readonly name: ToolNameRule;
  /** Descriptions that are longer are sent as they are, and noted: the limit is not documented. */
  readonly longestDescription?: number;
  /** Where a tool goes that cannot be expressed. */
  readonly instead?: Dialect;
}

const RULES: { readonly [Name in Dialect]: DialectRules } = {
  openai: { lowerSchema: lowerForOpenAi, name: OPENAI_NAMES, longestDescription: 1024 },
  "openai-strict": {
    lowerSchema: lowerForOpenAiStrict,
    name: OPENAI_NAMES,
    longestDescription: 1024,
    instead: "openai",
  },
  anthropic: { lowerSchema: lowerForAnthropic, name: ANTHROPIC_NAMES },
  "anthropic-strict": { lowerSchema: lowerForAnthropicStrict, name: ANTHROPIC_NAMES, instead: "anthropic" },
  gemini: { lowerSchema: lowerForGemini, name: GEMINI_NAMES },
  mcp: { lowerSchema: lowerForMcp, name: MCP_NAMES },
  llamacpp: { lowerSchema: lowerForLlamaCpp, name: OPENAI_NAMES },
  ollama: { lowerSchema: lowerForOllama, name: OPENAI_NAMES },
};

/**
 * Lowers a schema that is no tool's, such as that of a structured answer. Where `obstacles` has entries, the schema is
 * not one that the dialect accepts, and must not be sent as such.
 */
export function lowerSchema(neutral: JsonSchema, dialect: Dialect): LoweredSchema {
  return RULES[dialect].lowerSchema(neutral);
}

/**
 * Lowers a tool definition. A tool that a strict dialect cannot express comes back in the provider's plain dialect, with
 * `strict: false` and the `obstacles`. Takes any JSON Schema, also one from elsewhere, and never throws for its content.
 *
 * ```ts
 * const lowered = lower(definition, "openai-strict");
 * send({ type: "function", function: { ...lowered.definition, strict: lowered.strict } });
 * const args = lowered.restore ? lowered.restore(received) : received; // then validate against `definition.parameters`
 * ```
 */
export function lower(definition: ToolDefinition, dialect: Dialect): LoweredTool {
  const rules = RULES[dialect];
  const asked = rules.lowerSchema(definition.parameters);
  if (asked.obstacles.length > 0 && rules.instead) {
    return { ...lower(definition, rules.instead), obstacles: asked.obstacles };
  }
  const { schema, restore, lost } = asked;
  return {
    dialect,
    definition: toDefinition(definition, schema, rules),
    strict: rules.instead !== undefined,
    ...(restore && { restore }),
    lost: [...textLosses(definition, rules), ...lost],
    obstacles: [],
  };
}

function toDefinition(
  definition: ToolDefinition,
  parameters: JsonSchema,
  { name: rule }: DialectRules,
): LoweredDefinition {
  const name = fitToolName(definition.name, rule);
  return name === definition.name && parameters === definition.parameters
    ? definition
    : { ...definition, name, parameters };
}

function textLosses(definition: ToolDefinition, { name: rule, longestDescription }: DialectRules): readonly Loss[] {
  const losses: Loss[] = [];
  const name = fitToolName(definition.name, rule);
  if (name !== definition.name) {
    losses.push({
      pointer: "",
      keyword: "name",
      why: `the name "${definition.name}" is sent as "${name}"`,
      described: true,
    });
  }
  const { length } = definition.description;
  if (longestDescription !== undefined && length > longestDescription) {
    const why = `the description has ${length} characters; some models refuse more than ${longestDescription}`;
    losses.push({ pointer: "", keyword: "description", why, described: true });
  }
  return losses;
}
