/** Structured answers: from the text of an answer to its value, and back to the model, once, where it does not fit. */
import { OutputMismatchError } from "../errors/output-mismatch-error.ts";
import type { Ending } from "./ending.ts";
import { addItem, type RunProgress } from "./run-progress.ts";

/**
 * An answer that the model refused to give, or that was filtered, is left as it is.
 *
 * @param text What the answer itself says; `ending` may have texts of tools in front of it.
 * @returns The ending, with its value; nothing where the model has been told to try again.
 * @throws OutputMismatchError for the second answer that does not fit, and for one that nobody can correct.
 */
export async function readOutput(progress: RunProgress, text: string, ending: Ending): Promise<Ending | undefined> {
  const { output } = progress.acting;
  const { stopReason } = ending;
  if (!output || stopReason === "refusal" || stopReason === "content_filter" || stopReason === "stop_agent_run")
    return ending;
  const reading = await output.read(text);
  if (reading.fits) return { ...ending, parsed: reading.value };
  if (progress.hasMisfit || stopReason !== "completed") {
    const cut = stopReason === "length" ? "it was cut off at the output limit: " : "";
    throw new OutputMismatchError(output.name, cut + reading.problem);
  }
  progress.hasMisfit = true;
  addItem(progress, {
    type: "user",
    content: `That answer is no ${output.name}: ${reading.problem}. Answer again with JSON that fits, and nothing else.`,
  });
  return undefined;
}
