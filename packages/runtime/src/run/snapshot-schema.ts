/** The form of a snapshot as JSON Schema. What it cannot say is checked in `check-snapshot`. */
import type { JsonSchema } from "../manifest/index.ts";
import { RUN_SNAPSHOT_VERSION } from "./run-snapshot.ts";

const text: JsonSchema = { type: "string" };
const texts: JsonSchema = { type: "array", items: text };
const flag: JsonSchema = { type: "boolean" };
const count: JsonSchema = { type: "integer", minimum: 0 };
const anything: JsonSchema = {};

const object = (
  properties: { readonly [name: string]: JsonSchema },
  optional: { readonly [name: string]: JsonSchema } = {},
): JsonSchema => ({
  type: "object",
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
});
const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });

const mediaPart = object(
  { type: { enum: ["image", "audio", "video", "file"] } },
  { id: text, url: text, data: text, filepath: text, mimeType: text, filename: text },
);
const item: JsonSchema = {
  type: "object",
  required: ["type"],
  oneOf: [
    object({
      type: { const: "user" },
      content: { anyOf: [text, list({ anyOf: [object({ type: { const: "text" }, text }), mediaPart] })] },
    }),
    object(
      {
        type: { const: "assistant" },
        text,
        toolCalls: list(
          object({ callId: { type: "string", minLength: 1 }, name: text, argumentsText: text }, { rawCallId: text }),
        ),
      },
      { reasoning: text, refusal: text, raw: object({ provider: text, turn: anything }) },
    ),
    object(
      { type: { const: "tool_result" }, callId: text, name: text, text, isError: flag },
      { media: list(mediaPart) },
    ),
  ],
};
const storedMedia = object(
  { type: { enum: ["image", "audio", "video", "file"] }, id: text },
  { url: text, filepath: text, content: text, mimeType: text, filename: text },
);
const recordedResult = object(
  { type: { const: "tool_result" }, callId: text, name: text, text, isError: flag },
  {
    media: list(mediaPart),
    steering: object(
      { kind: { enum: ["retry", "stop"] } },
      { userMessage: text, agentMessage: text, messages: list({ $ref: "#/$defs/item" }) },
    ),
    returned: list(storedMedia),
  },
);
const verdict: { readonly [name: string]: JsonSchema } = { verdict: { enum: ["approved", "rejected"] } };
const jsonObject: JsonSchema = { type: "object" };
const usage = object({
  requests: count,
  inputTokens: count,
  outputTokens: count,
  totalTokens: count,
  cachedInputTokens: count,
  cacheWriteInputTokens: count,
  reasoningTokens: count,
});
const pendingCall = object(
  { callId: text, name: text, arguments: jsonObject, kind: { enum: ["approval", "external", "userInput"] } },
  { description: text, fields: list(jsonObject), parameters: jsonObject, argument: text },
);
const decision = object(
  { callId: text },
  {
    approval: object(verdict, { message: text }),
    external: {
      oneOf: [
        object({ kind: { const: "returned" } }, { value: anything }),
        object({ kind: { const: "failed" }, message: text }),
      ],
    },
    input: jsonObject,
  },
);
const guardrailResult = object(
  { name: text, phase: { enum: ["input", "output", "tool_input", "tool_output"] }, tripped: flag },
  { outputInfo: text, toolName: text, callId: text, error: text },
);

const core: { readonly [name: string]: JsonSchema } = {
  status: { enum: ["paused", "running"] },
  runId: text,
  agentName: text,
  actingAgentName: text,
  items: { type: "array", items: { $ref: "#/$defs/item" }, minItems: 1 },
  historyItems: count,
  inputItems: count,
  isCompacted: flag,
  results: list(recordedResult),
  pending: list(pendingCall),
  decisions: list(decision),
  delegates: list(object({ callId: text, run: { $ref: "#/$defs/core" }, countedUsage: usage })),
  claimed: texts,
  guardrailResults: list(guardrailResult),
  turns: count,
  turnsBefore: count,
  hasMisfit: flag,
  usage,
  countedCalls: count,
  failing: list({ type: "array", prefixItems: [text, count], items: false, minItems: 2 }),
  shown: texts,
  shownCallIds: texts,
  media: list(storedMedia),
};

export const SNAPSHOT_SCHEMA: JsonSchema = {
  ...object(
    {
      schemaVersion: { const: RUN_SNAPSHOT_VERSION },
      ...core,
      decisionsForTools: list(object({ ...verdict, agentName: text, toolName: text }, { message: text })),
      approvals: list(
        object(
          { ...verdict, callId: text, agentName: text, toolName: text, always: flag, at: text },
          { message: text, by: text, note: text },
        ),
      ),
      sessionState: jsonObject,
    },
    {
      context: anything,
      omitsContext: { const: true },
      metadata: anything,
      knowledgeFilters: anything,
      sessionId: text,
      userId: text,
    },
  ),
  $defs: { item, core: object(core) },
};
