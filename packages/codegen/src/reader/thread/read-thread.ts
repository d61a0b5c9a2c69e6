/** Where a tool runs: what its `@thread` tag says, else what can be shown of its code. */
import type { Thread } from "@runa/runtime/manifest";
import type { ParameterSignature } from "../../signature/tool-signature.ts";
import type { SignatureReading } from "../signature-reading.ts";
import type { ToolDeclaration } from "../tool-declaration.ts";

export interface ThreadChoice {
  readonly thread: Thread;
  /** Why a synchronous function stays on the main thread. */
  readonly threadReason?: string;
}

interface ReadThreadOptions {
  readonly isAsync: boolean;
  readonly parameters: readonly ParameterSignature[];
  readonly reading: SignatureReading;
}

export function readThread(tool: ToolDeclaration, { isAsync, reading }: ReadThreadOptions): ThreadChoice {
  const tag = tool.doc?.tags.find(({ name }) => name === "thread");
  const wanted = tag?.text.trim();
  if (tag && wanted !== "main" && wanted !== "worker")
    reading.log.report(
      "thread-tag",
      { location: tag.location, tool: tool.name },
      { tool: tool.name, text: wanted ?? "" },
    );
  if (wanted === "worker") return { thread: "worker" };
  if (isAsync || tool.isExternal) return { thread: "main" };
  if (wanted === "main") return { thread: "main", threadReason: "@thread main" };
  return { thread: "main", threadReason: "not proven self-contained" };
}
