/** From the name of an agent to the name of the tool that stands for it. */
import { UserError } from "../errors/user-error.ts";
import { TOOL_NAME_PATTERN } from "../manifest/index.ts";

/** @throws UserError for a name that no provider accepts. */
export function toToolName(given: string | undefined, prefix: string, agentName: string): string {
  const name = given ?? `${prefix}${slugOf(agentName)}`;
  // A prefix alone is the name of nobody.
  if (TOOL_NAME_PATTERN.test(name) && name !== prefix) return name;
  throw new UserError(
    "RUNA_INVALID_OPTION",
    `The agent "${agentName}" cannot be a tool named "${name}": a name must match ${TOOL_NAME_PATTERN.source}. Give it one: ${prefix === "" ? "delegate" : "handoff"}({ toolName: "…" }).`,
  );
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
}
