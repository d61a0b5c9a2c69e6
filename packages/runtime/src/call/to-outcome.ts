/** The last stage: from what the function did to what the model reads. */
import type { CallInProgress, ToolOutcome } from "./call-in-progress.ts";
import { errorMessage, shorten, toModelText } from "./to-model-text.ts";

export function toOutcome(call: CallInProgress): ToolOutcome {
  const { tool, environment, result } = call;
  const limit = tool.options.maxResultChars ?? environment.maxResultChars;
  switch (result.kind) {
    case "streamed":
      return { text: shorten(result.text, limit), isError: false, value: result.text };
    case "threw": {
      const before = result.text ? `${result.text}\n` : "";
      const text = shorten(`${before}error: ${errorMessage(result.error)}`, limit);
      return { text, isError: true, error: result.error };
    }
    case "returned": {
      const { value } = result;
      const said = result.said ?? toModelText(tool.name, value);
      if (!said.isError) return { text: shorten(said.text, limit), isError: false, value };
      return { text: shorten(`error: ${said.text}`, limit), isError: true, value, error: value };
    }
  }
}
