/** An answer in the provider's terms to the same answer in neutral terms; its raw turn stays as it came. */
import type { Restore } from "../manifest/index.ts";
import { type LoweredTools, restoreText } from "./lower-tools.ts";
import type { Answer } from "./wire-format.ts";

export function restoreAnswer(answer: Answer, tools: LoweredTools, restoreOutput: Restore | undefined): Answer {
  const { item } = answer;
  const toolCalls = item.toolCalls.map(tools.restore);
  const isSame = toolCalls.every((call, index) => call === item.toolCalls[index]);
  const isFinal = restoreOutput !== undefined && toolCalls.length === 0 && item.text !== "";
  if (isSame && !isFinal) return answer;
  return {
    ...answer,
    item: { ...item, toolCalls, ...(isFinal ? { text: restoreText(item.text, restoreOutput) } : undefined) },
  };
}
