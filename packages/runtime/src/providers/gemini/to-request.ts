/** Neutral conversation to the body of a generateContent request. Pure; leaves the request as it is. */
import { type LoweredSchema, toGeminiFunctionDeclaration } from "../../manifest/index.ts";
import type { AssistantItem, ContentPart, MediaPart, ToolResultItem } from "../../model/item.ts";
import type { ModelRequest } from "../../model/model.ts";
import { repairHistory } from "../../model/repair-history.ts";
import { argumentsObject, withLostArguments } from "../call-arguments.ts";
import { describeOutput } from "../lower-output.ts";
import { type LoweredTools, wireTools } from "../lower-tools.ts";
import { LEFT_OUT, MEDIA_FOLLOW, mediaIntroduction, mimeTypeOf } from "../media.ts";
import { isObject, listOf, objectOf, textOf, type WireObject } from "../wire-values.ts";
import { toThinkingConfig } from "./thinking.ts";
import type { GeminiContent, GeminiFunction, GeminiPart, GenerateRequest, GenerationConfig } from "./wire.ts";

export const PROVIDER = "gemini";

export interface GeminiRequestOptions {
  readonly model: string;
  readonly tools: LoweredTools;
  /** The schema of the answer. */
  readonly output?: LoweredSchema | undefined;
}

const toWireTools = wireTools<GeminiFunction>(toGeminiFunctionDeclaration);

export function toRequest(request: ModelRequest, options: GeminiRequestOptions): GenerateRequest {
  const { model, tools, output } = options;
  const body: GenerateRequest = { contents: toContents(request, options) };
  // Before Gemini 3, tools and a schema for the answer exclude each other: then the schema is told in words.
  const isTold = output !== undefined && tools.lowered.length > 0 && isOld(model);
  const instructions = [request.instructions, isTold ? describeOutput(output.schema) : ""].filter(
    (text) => text !== "",
  );
  if (instructions.length > 0) body.systemInstruction = { parts: instructions.map((text) => ({ text })) };
  if (tools.lowered.length > 0) addTools(body, request, tools);
  const config = toGenerationConfig(request, model);
  if (output !== undefined && !isTold) {
    config.responseMimeType = "application/json";
    config.responseJsonSchema = output.schema;
  }
  if (Object.keys(config).length > 0) body.generationConfig = config;
  return body;
}

/** Gemini 1 and 2. */
export function isOld(model: string): boolean {
  return /^gemini-[12]\b/.test(model);
}

function toGenerationConfig({ settings }: ModelRequest, model: string): GenerationConfig {
  const config: GenerationConfig = {};
  if (settings.temperature !== undefined) config.temperature = settings.temperature;
  if (settings.topP !== undefined) config.topP = settings.topP;
  if (settings.maxOutputTokens !== undefined) config.maxOutputTokens = settings.maxOutputTokens;
  if (settings.reasoning !== undefined) config.thinkingConfig = toThinkingConfig(settings.reasoning, isOld(model));
  return config;
}

/** There is no switch for parallel calls. */
function addTools(body: GenerateRequest, { settings, tools: asked }: ModelRequest, tools: LoweredTools): void {
  const { toolChoice } = settings;
  body.tools = [{ functionDeclarations: toWireTools(tools.lowered) }];
  // Strictness is of the whole request here.
  const isStrict = asked.some((tool) => tool.strict);
  switch (toolChoice) {
    case undefined:
      if (isStrict) body.toolConfig = { functionCallingConfig: { mode: "VALIDATED" } };
      return;
    case "auto":
      body.toolConfig = { functionCallingConfig: { mode: isStrict ? "VALIDATED" : "AUTO" } };
      return;
    case "none":
      body.toolConfig = { functionCallingConfig: { mode: "NONE" } };
      return;
    case "required":
      body.toolConfig = { functionCallingConfig: { mode: "ANY" } };
      return;
    default:
      body.toolConfig = {
        functionCallingConfig: { mode: "ANY", allowedFunctionNames: [tools.toWireName(toolChoice)] },
      };
  }
}

function toContents({ items }: ModelRequest, { model, tools }: GeminiRequestOptions): GeminiContent[] {
  const contents: GeminiContent[] = [];
  let turn: AssistantItem | undefined;
  let results: ToolResultItem[] = [];
  const answer = () => {
    if (turn !== undefined && results.length > 0) contents.push(...toResults(turn, results, { model, tools }));
    results = [];
  };
  for (const item of repairHistory(items)) {
    if (item.type === "tool_result") {
      results.push(item);
      continue;
    }
    answer();
    if (item.type === "user") {
      const parts = toParts(item.content);
      if (parts.length > 0) contents.push({ role: "user", parts });
      continue;
    }
    turn = item;
    const parts = toTurn(item, { model, tools });
    const last = contents.at(-1);
    // A call has to follow a user's turn: two turns of the model in a row become one.
    if (last?.role === "model") last.parts.push(...parts);
    else if (parts.length > 0) contents.push({ role: "model", parts: [...parts] });
  }
  answer();
  if (contents[0]?.role === "model") contents.unshift({ role: "user", parts: [{ text: LEFT_OUT }] });
  return contents;
}

/** What stands in for the signature of a call that another model made. @see https://ai.google.dev/gemini-api/docs/thought-signatures */
const NO_SIGNATURE = "skip_thought_signature_validator";

function toTurn(
  { raw, text, refusal, toolCalls }: AssistantItem,
  { model, tools }: GeminiRequestOptions,
): (GeminiPart | WireObject)[] {
  if (raw?.provider === PROVIDER && isObject(raw.turn)) {
    const echo = listOf(raw.turn.parts).filter(isObject).filter(saysSomething);
    if (echo.length > 0) return echo;
  }
  const parts: GeminiPart[] = [];
  const words = text || refusal;
  if (words) parts.push({ text: words });
  for (const [index, call] of toolCalls.entries())
    parts.push({
      functionCall: { id: call.callId, name: tools.toWireName(call.name), args: argumentsObject(call) ?? {} },
      ...(index === 0 && !isOld(model) ? { thoughtSignature: NO_SIGNATURE } : undefined),
    });
  return parts;
}

/** An empty text is refused, except where it carries a signature. */
function saysSomething(part: WireObject): boolean {
  return part.text !== "" || "thoughtSignature" in part || "functionCall" in part;
}

/** All results of a turn in one content, in the order of the calls; behind it, media that a result cannot hold. */
function toResults(
  turn: AssistantItem,
  results: readonly ToolResultItem[],
  { model, tools }: GeminiRequestOptions,
): GeminiContent[] {
  const { toolCalls, raw } = turn;
  const sent = raw?.provider === PROVIDER ? readCallParts(raw.turn) : undefined;
  const parts: GeminiPart[] = [];
  const following: GeminiPart[] = [];
  for (const [index, call] of toolCalls.entries()) {
    const result = results.find(({ callId }) => callId === call.callId);
    if (result === undefined) continue;
    const media = result.media ?? [];
    const inside = isOld(model) ? [] : media.filter(({ data }) => data !== undefined);
    const outside = media.filter((part) => !inside.includes(part));
    const text = result.text === "" && outside.length > 0 ? MEDIA_FOLLOW : result.text;
    const words = argumentsObject(call) === null ? withLostArguments(text, call) : text;
    // The call is known by its id where it had one, else by its place.
    const id = sent === undefined ? call.callId : textOf(objectOf(sent[index]?.functionCall).id);
    parts.push({
      functionResponse: {
        ...(id === "" ? undefined : { id }),
        name: tools.toWireName(call.name),
        response: result.isError ? { error: words } : { output: words },
        ...(inside.length === 0 ? undefined : { parts: inside.map(toBlobPart) }),
      },
    });
    if (outside.length > 0) following.push({ text: mediaIntroduction(result) }, ...outside.map(toMediaPart));
  }
  const contents: GeminiContent[] = [{ role: "user", parts }];
  if (following.length > 0) contents.push({ role: "user", parts: following });
  return contents;
}

export function readCallParts(turn: unknown): readonly WireObject[] {
  return listOf(objectOf(turn).parts)
    .filter(isObject)
    .filter((part) => isObject(part.functionCall));
}

function toParts(content: string | readonly ContentPart[]): GeminiPart[] {
  if (typeof content === "string") return content === "" ? [] : [{ text: content }];
  return content.map((part) => (part.type === "text" ? { text: part.text } : toMediaPart(part)));
}

function toMediaPart(part: MediaPart): GeminiPart {
  if (part.data !== undefined) return toBlobPart(part);
  const { url = "", mimeType } = part;
  return { fileData: { fileUri: url, ...(mimeType === undefined ? undefined : { mimeType }) } };
}

function toBlobPart(part: MediaPart): { inlineData: { mimeType: string; data: string } } {
  return { inlineData: { mimeType: mimeTypeOf(part), data: part.data ?? "" } };
}
