/** The result of a call as it is kept outside of memory: what the model reads, and what it does to the run. Plain JSON. */
import type { Item, MediaPart, ToolResultItem } from "./item.ts";

export interface RecordedResult extends ToolResultItem {
  /** What a tool, or a hook around one, threw to steer the run. */
  readonly steering?: RecordedSteering;
  /** What the tool returned beside its text; `media` is the part of it that the model is sent. */
  readonly returned?: readonly StoredMedia[];
}

export interface RecordedSteering {
  readonly kind: "retry" | "stop";
  readonly userMessage?: string;
  readonly agentMessage?: string;
  readonly messages?: readonly Item[];
}

/** Media as it was given: an address, a path, or bytes. */
export interface StoredMedia {
  readonly type: MediaPart["type"];
  readonly id: string;
  readonly url?: string;
  readonly filepath?: string;
  /** Base64. */
  readonly content?: string;
  readonly mimeType?: string;
  readonly filename?: string;
}
