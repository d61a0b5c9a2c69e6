/** A question to the person at the terminal. */
import { createInterface } from "node:readline/promises";
import type { CommandContext } from "./command-context.ts";

/** Empty where standard input, or the standard error that the question is shown on, is no terminal. */
export function askAtTerminal(): Pick<CommandContext, "ask"> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return {};
  return {
    ask: async (question) => {
      const lines = createInterface({ input, output });
      // Ended by Ctrl+D, the question has no answer.
      const left = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
      const answer = await Promise.race([lines.question(question), left]);
      lines.close();
      return /^y(?:es)?$/i.test(answer.trim());
    },
  };
}
