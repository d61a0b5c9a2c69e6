/** From the members of a team to the tool by which its leader gives them work. */
import { UserError } from "../errors/user-error.ts";
import type { ParametersSchema } from "../manifest/index.ts";
import type { AgentTarget, Delegation } from "../run/plan.ts";
import type { BoundTool } from "../tool/tool.ts";
import type { ToolOptions } from "../tool/tool-options.ts";
import type { AgentLink } from "./agent-link.ts";
import { createAgentTool } from "./agent-tool.ts";
import { plannedAgentOf, toTarget } from "./planned-agent.ts";
import { toToolName } from "./tool-name.ts";

/**
 * `coordinate`: the leader gives tasks to members, and answers with what they found. `route`: the first answer of a member
 * is the team's. `broadcast`: a task goes to all members at once, and the leader answers with what they all said.
 */
export type TeamMode = "coordinate" | "route" | "broadcast";

export interface TeamSource {
  readonly name: string;
  readonly mode: TeamMode;
  readonly members: readonly AgentLink[];
  /** Asks all members; only for `broadcast`. */
  readonly everybody: AgentLink | undefined;
  /** To whom a run of the team may come. */
  readonly links: readonly AgentLink[];
}

/** @throws UserError where two members have one name. */
export function resolveTeam(source: TeamSource): { readonly tool: BoundTool; readonly delegation: Delegation } {
  return source.everybody ? askEverybody(source, source.everybody) : askOne(source);
}

/** Each member by what the leader calls it. */
function membersById({ name, members }: TeamSource): ReadonlyMap<string, Member> {
  const byId = new Map<string, Member>();
  for (const { target, options } of members) {
    const planned = plannedAgentOf(target);
    const id = toToolName(options.toolName, "", planned.name);
    if (byId.has(id)) {
      throw new UserError(
        "RUNA_NAME_CLASH",
        `Team "${name}" has two members named "${id}". Rename one: member.delegate({ toolName: "…" }).`,
      );
    }
    byId.set(id, { agent: toTarget(planned), description: options.toolDescription });
  }
  return byId;
}

interface Member {
  readonly agent: AgentTarget;
  readonly description: string | undefined;
}

/** Each with what it is for, where somebody has said so. */
function listOf(byId: ReadonlyMap<string, Member>): string {
  return [...byId]
    .map(([id, { description }]) => (description === undefined ? id : `${id} (${description})`))
    .join(", ");
}

function askOne(source: TeamSource): ReturnType<typeof resolveTeam> {
  const { name, mode } = source;
  const byId = membersById(source);
  const tool = teamTool(
    "delegate_task_to_member",
    `Give a task to a member of the team, who sees nothing but this task. The members are: ${listOf(byId)}.`,
    { member: { type: "string", enum: [...byId.keys()] }, task: { type: "string" } },
    name,
    mode === "route" ? { stopAfterToolCall: true } : {},
  );
  const delegation: Delegation = ({ member, task }) => {
    const target = byId.get(String(member));
    // Its schema lists the members.
    if (!target) throw new UserError("RUNA_NOT_AN_AGENT", `Team "${name}" has no member "${String(member)}".`);
    return { target: target.agent, input: String(task) };
  };
  return { tool, delegation };
}

function askEverybody(source: TeamSource, everybody: AgentLink): ReturnType<typeof resolveTeam> {
  const { name } = source;
  const tool = teamTool(
    "delegate_task_to_all_members",
    `Give a task to all members of the team at once; each sees nothing but this task. The members are: ${listOf(membersById(source))}.`,
    { task: { type: "string" } },
    name,
    {},
  );
  const target = toTarget(plannedAgentOf(everybody.target));
  return { tool, delegation: ({ task }) => ({ target, input: String(task), isPassedOn: true }) };
}

function teamTool(
  name: string,
  description: string,
  properties: ParametersSchema["properties"],
  teamName: string,
  options: ToolOptions,
): BoundTool {
  return createAgentTool({
    name,
    description,
    parameters: { type: "object", properties, required: Object.keys(properties), additionalProperties: false },
    origin: `the members of team "${teamName}"`,
    options,
  });
}
