/** The request of Gemini's generateContent, as far as it is used here. */
import type { JsonSchema } from "../../manifest/json-schema.ts";
import type { WireObject } from "../wire-values.ts";

/** @see https://ai.google.dev/api/generate-content */
export interface GenerateRequest {
  readonly contents: readonly GeminiContent[];
  systemInstruction?: { readonly parts: readonly { readonly text: string }[] };
  tools?: readonly { readonly functionDeclarations: readonly GeminiFunction[] }[];
  toolConfig?: {
    readonly functionCallingConfig: {
      readonly mode: "AUTO" | "ANY" | "NONE" | "VALIDATED";
      readonly allowedFunctionNames?: readonly string[];
    };
  };
  generationConfig?: GenerationConfig;
}

export interface GenerationConfig {
  temperature?: number;
  topP?: number;
  maxOutputTokens?: number;
  thinkingConfig?: {
    readonly includeThoughts: boolean;
    readonly thinkingBudget?: number;
    readonly thinkingLevel?: "MINIMAL" | "LOW" | "MEDIUM" | "HIGH";
  };
  responseMimeType?: "application/json";
  responseJsonSchema?: JsonSchema;
}

export interface GeminiFunction {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: JsonSchema;
}

export interface GeminiContent {
  readonly role: "user" | "model";
  /** Parts of this provider's own turns go back as they came, whatever is in them. */
  readonly parts: (GeminiPart | WireObject)[];
}

export interface GeminiBlob {
  readonly mimeType: string;
  readonly data: string;
}

export type GeminiPart =
  | { readonly text: string }
  | { readonly inlineData: GeminiBlob }
  | { readonly fileData: { readonly fileUri: string; readonly mimeType?: string } }
  | {
      readonly functionCall: { readonly id: string; readonly name: string; readonly args: WireObject };
      readonly thoughtSignature?: string;
    }
  | {
      readonly functionResponse: {
        readonly id?: string;
        readonly name: string;
        readonly response: { readonly output: string } | { readonly error: string };
        readonly parts?: readonly { readonly inlineData: GeminiBlob }[];
      };
    };
