/** From the instructions of an agent to a system prompt, or to what makes one before each request. */

import { readFile } from "node:fs/promises";
import { errorMessage } from "../errors/error-message.ts";
import { UserError } from "../errors/user-error.ts";
import type { RunPlan } from "../run/plan.ts";
import type { AgentOptions } from "./agent-options.ts";
import { fillInstructions, hasPlaceholders } from "./fill-instructions.ts";

/** @throws UserError where both ways are used, or the file cannot be read. */
export async function loadInstructions(
  { instructions, instructionsFile, resolveInContext = true }: AgentOptions,
  agentName: string,
): Promise<RunPlan["instructions"]> {
  if (instructionsFile !== undefined) {
    if (instructions !== undefined) {
      throw new UserError(
        "RUNA_TWO_INSTRUCTIONS",
        `Agent "${agentName}" has both instructions and instructionsFile. Leave one out.`,
      );
    }
    return fill(await readInstructions(instructionsFile, agentName));
  }
  if (typeof instructions !== "function") return fill(toText(instructions ?? ""));
  return (ctx) => {
    const made = instructions(ctx);
    return typeof made === "string" ? made : Promise.resolve(made).then(assertText);
  };

  /** Before each request: a tool may have changed what a name stands for. */
  function fill(text: string): RunPlan["instructions"] {
    return resolveInContext && hasPlaceholders(text) ? (ctx) => fillInstructions(text, ctx) : text;
  }

  function assertText(text: unknown): string {
    if (typeof text === "string") return text;
    throw new UserError(
      "RUNA_INVALID_OPTION",
      `The instructions function of agent "${agentName}" gave ${text === null ? "null" : typeof text}, not a text.`,
    );
  }
}

function toText(instructions: string | readonly string[]): string {
  return typeof instructions === "string" ? instructions : instructions.join("\n");
}

async function readInstructions(file: string | URL, agentName: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UserError(
      "RUNA_INSTRUCTIONS_FILE",
      `The instructions file of agent "${agentName}" cannot be read: ${errorMessage(error)}`,
      { cause: error },
    );
  }
}
