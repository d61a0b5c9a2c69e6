/** What tools get as their `ctx` where they are handed on: said once, or asked for call by call. */
import { anything, assertOptions, type OptionChecks } from "../errors/assert-options.ts";
import { errorMessage } from "../errors/error-message.ts";
import { warn } from "../logging/logger.ts";
import type { RunContextParts } from "./run-context.ts";

const CHECKS: OptionChecks<RunContextParts> = {
  context: anything,
  usage: anything,
  sessionState: anything,
  dependencies: anything,
  metadata: anything,
  knowledgeFilters: anything,
  runId: anything,
  sessionId: anything,
  userId: anything,
  signal: anything,
};

/**
 * @param owner Begins the message: `serveMcp`.
 * @throws UserError for a key that is no part of a context: a tool that is not told of the user would act for nobody.
 */
export function assertContextParts(parts: unknown, owner: string): asserts parts is RunContextParts {
  assertOptions<RunContextParts>(parts, CHECKS, `${owner}, context,`);
}

/**
 * Asks a function of the program, which may be asynchronous. Nothing at all is a context without values.
 *
 * @throws Error in words for a stranger, who learns nothing of the program; that it failed, and why, is a warning.
 */
export async function askForContext(ask: () => unknown, owner: string): Promise<RunContextParts> {
  try {
    const parts: unknown = (await ask()) ?? {};
    assertContextParts(parts, owner);
    return parts;
  } catch (cause) {
    warn("RUNA_CONTEXT", `${owner}: a call was refused, for its context could not be had: ${errorMessage(cause)}`);
    throw new Error("the call could not be prepared, so the tool did not run", { cause });
  }
}
