/** `runa inspect <manifest> <tool> <arguments>`: one call, the way of a model's, and a person who answers for it. */
import { isWaiting } from "../call/call-in-progress.ts";
import { callOnce, createGate } from "../call/invoke-tool.ts";
import { ImpossibleStateError } from "../errors/impossible-state-error.ts";
import { problemOfResult } from "../mcp/server/to-call-result.ts";
import { outputSchemaOf } from "../mcp/server/to-mcp-tool.ts";
import type { BoundTool } from "../tool/tool.ts";
import type { CommandContext } from "./command-context.ts";

const CALL_ID = "call_1";

/**
 * A tool that needs approval, or is tagged `@destructive`, runs after a yes: of the command line, or of a person.
 *
 * @returns The exit code.
 */
export async function callTool(
  tool: BoundTool,
  argumentsText: string,
  isApproved: boolean,
  { ask, out, err }: CommandContext,
): Promise<number> {
  const asking = withQuestion(tool);
  const first = await callOnce(asking, argumentsText, {
    callId: CALL_ID,
    gate: createGate(CALL_ID, isApproved ? "approved" : undefined),
  });
  if (isWaiting(first) && first.question?.kind === "approval") {
    const reason = tool === asking ? "needs the approval of a person" : "is tagged @destructive";
    const problem = `"${tool.name}" ${reason}`;
    if (!ask) {
      err(`${problem}, and nobody can be asked here, so it did not run. Add --yes to let it run.\n`);
      return 1;
    }
    const about = first.question.description === undefined ? "" : `${first.question.description}\n`;
    if (!(await ask(`${problem}.\n${about}Run it with ${asRead(argumentsText)}? [y/N] `))) {
      err("It did not run.\n");
      return 1;
    }
  }
  // What people fill in otherwise stands among the arguments.
  const outcome = isWaiting(first)
    ? await callOnce(asking, argumentsText, { callId: CALL_ID, isApproved: true })
    : first;
  if (isWaiting(outcome)) throw new ImpossibleStateError(`the approved call of "${tool.name}" waits`);
  out(`${outcome.text}\n`);
  if (outcome.isError) return 1;
  const schema = outputSchemaOf(tool);
  const problem = schema && (await problemOfResult(outcome.value, schema));
  if (problem === undefined) return 0;
  err(`The result does not fit its type: ${problem}. Over MCP that is an error.\n`);
  return 1;
}

/** As the tool will get them: of two keys of one name the last, and nothing that moves the cursor or turns text around. */
function asRead(argumentsText: string): string {
  const text = argumentsText.trim() === "" ? "{}" : JSON.stringify(JSON.parse(argumentsText));
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** What the author said of approval counts; where nothing was said, the tag does. */
function withQuestion(tool: BoundTool): BoundTool {
  const { needsApproval = false } = tool.options;
  if (needsApproval !== false || !tool.place?.binding.destructive) return tool;
  return tool.with({ needsApproval: true, requiresUserInput: false });
}
