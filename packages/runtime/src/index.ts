/** `@runa/runtime`: agents, tools, and the loop between a model and the functions that it calls. */
export { Agent } from "./agent/agent.ts";
export type { AgentLink, LinkedAgent, LinkKind, LinkOptions } from "./agent/agent-link.ts";
export type {
  AgentOptions,
  CacheKeyInfo,
  Instructions,
  ToolFactory,
  ToolsOption,
} from "./agent/agent-options.ts";
export type { AgentEntry, AgentGroups, AgentsOption } from "./agent/agents-option.ts";
export type { SessionChoice } from "./agent/choose-session.ts";
export type { Dependencies, DependencyFactory } from "./agent/resolve-dependencies.ts";
export type { OutputType } from "./agent/resolve-output.ts";
export type { TeamMode } from "./agent/resolve-team.ts";
export type { RunArguments, RunOptions } from "./agent/run-options.ts";
export { Team, type TeamOptions } from "./agent/team.ts";
export type { MessagePart, RunMessage } from "./agent/to-user-item.ts";
export { bindSchemas, type JsonForm, type Schema } from "./binding/bind-schemas.ts";
export { type BindableValue, bindTools } from "./binding/bind-tools.ts";
export { type LoadToolsOptions, loadTools } from "./binding/load-tools.ts";
export { type SchemaToolOptions, type ToolFunction, tool } from "./binding/tool-function.ts";
export { userControlFlow } from "./binding/user-control-flow.ts";
export { fileCache } from "./cache/file-cache.ts";
export { ConversionError } from "./errors/conversion-error.ts";
export { DuplicateToolCallError } from "./errors/duplicate-tool-call-error.ts";
export { GuardrailTripwireTriggered } from "./errors/guardrail-tripwire-triggered.ts";
export { HttpError, type HttpFailure } from "./errors/http-error.ts";
export { ImpossibleStateError } from "./errors/impossible-state-error.ts";
export { MaxTotalTokensExceededError } from "./errors/max-total-tokens-exceeded-error.ts";
export { MaxTurnsExceededError } from "./errors/max-turns-exceeded-error.ts";
export { ModelBehaviorError } from "./errors/model-behavior-error.ts";
export { OutputMismatchError } from "./errors/output-mismatch-error.ts";
export { ProviderError, type ProviderFailure } from "./errors/provider-error.ts";
export { RepeatedCallError } from "./errors/repeated-call-error.ts";
export { type NotPendingReason, RunNotPendingError } from "./errors/run-not-pending-error.ts";
export { RunTimeoutError } from "./errors/run-timeout-error.ts";
export { isRunaError, RunaError } from "./errors/runa-error.ts";
export { StoreError, type StoreFailure } from "./errors/store-error.ts";
export { ToolSourceError } from "./errors/tool-source-error.ts";
export { ToolTimeoutError } from "./errors/tool-timeout-error.ts";
export { UserError } from "./errors/user-error.ts";
export { WorkerExitedError } from "./errors/worker-exited-error.ts";
export type { InterruptionKind, Verdict } from "./gating/decision.ts";
export type { ApprovalRecord } from "./gating/decision-ledger.ts";
export type { GuardrailPhase, GuardrailResult } from "./gating/guardrail-result.ts";
export type { RememberedDecisions } from "./gating/remembered-decisions.ts";
export { type LogFacts, type Logger, setLogger } from "./logging/logger.ts";
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
export type { PendingItem } from "./run/find-pending.ts";
export type { Interruption } from "./run/interruption.ts";
export type { DecisionOptions } from "./run/judge-call.ts";
export type { CompactConversation, Compaction } from "./run/plan.ts";
export type { PrintOptions } from "./run/print-run.ts";
export type { PrintTarget } from "./run/print-sink.ts";
export type { Run, RunStatus, StopReason } from "./run/run.ts";
export type { RunEvent } from "./run/run-event.ts";
export { type ReadStateOptions, type RejectOptions, RunState, type WriteStateOptions } from "./run/run-state.ts";
export { RunStream } from "./run/run-stream.ts";
export type { StateSecret } from "./run/sign-snapshot.ts";
export type { ToolCallRecord } from "./run/tool-call-record.ts";
export { Session } from "./session/session.ts";
export type { SessionDatabase } from "./session/session-database.ts";
export type { PendingRun, Store } from "./session/store.ts";
export { StoredSession, type StoredSessionOptions } from "./session/stored-session.ts";
export type { CacheOptions, CacheStore } from "./tool/cache-store.ts";
export { type CustomEvent, customEvent } from "./tool/custom-event.ts";
export {
  type Approval,
  type ApprovalInfo,
  type ApprovalPredicate,
  approval,
  type GateNames,
  type Guardrail,
  type GuardrailCheck,
  type GuardrailGroup,
  type GuardrailInfo,
  type GuardrailSide,
  type GuardrailsOption,
  guardrail,
} from "./tool/gates.ts";
export type { HandoffInfo, HookInfo, Hooks, ToolEndInfo, ToolStartInfo } from "./tool/hooks.ts";
export type { Int } from "./tool/int.ts";
export { Media, type MediaSource, type MediaType } from "./tool/media.ts";
export { type ProviderTool, providerTool } from "./tool/provider-tool.ts";
export { RunContext, type RunContextParts, type StateUpdate } from "./tool/run-context.ts";
export { RetryAgentRun, type SteeringMessages, StopAgentRun } from "./tool/steering.ts";
export type { AnyFunction, AnyTool, ArgumentsOf, InvokeOptions, Tool } from "./tool/tool.ts";
export type { ToolEntry } from "./tool/tool-entry.ts";
export type { MiddlewareInfo, PostHookInfo, ToolHook, ToolHookInfo } from "./tool/tool-hooks.ts";
export type { ToolOptions } from "./tool/tool-options.ts";
export { ToolResult, type ToolResultParts } from "./tool/tool-result.ts";
export type { ToolSource } from "./tool/tool-source.ts";
export { Toolkit } from "./tool/toolkit.ts";
export type { ToolkitEntry, ToolkitOptions, ToolkitSettings } from "./tool/toolkit-options.ts";
export type { Usage } from "./tool/usage.ts";
export type { UserInputField } from "./tool/user-input.ts";
