/** A team: an agent whose tools are its members. */
import { UserError } from "../errors/user-error.ts";
import { Agent } from "./agent.ts";
import type { AgentLink } from "./agent-link.ts";
import type { AgentOptions } from "./agent-options.ts";
import { type AgentEntry, linksOf } from "./agents-option.ts";
import { BroadcastModel } from "./broadcast-model.ts";
import type { TeamMode, TeamSource } from "./resolve-team.ts";
import { fix } from "./settle-options.ts";

export interface TeamOptions<TContext = unknown, TParsed = unknown> extends AgentOptions<TContext, TParsed> {
  /** Agents, classes of agents, or their `delegate`. */
  readonly members?: readonly AgentEntry[];
  /** Default `"coordinate"`. */
  readonly mode?: TeamMode;
}

const MODES: readonly string[] = ["coordinate", "route", "broadcast"] satisfies readonly TeamMode[];

/**
 * The team itself is the leader, with a model, instructions and tools of its own. Each task that it gives away is a run of
 * a member that sees nothing but the task, as with delegates; all of them have one session state. A tool with a parameter
 * of this type gets the team around the agent that calls it.
 *
 * @example
 * ```ts
 * const team = new Team({ name: "news", model: "gpt-5.2", members: [reporter, editor], mode: "coordinate" });
 *
 * class News extends Team {
 *   override name = "news";
 *   override members = [Reporter, Editor.delegate({ toolDescription: "Shortens texts." })];
 * }
 * ```
 */
export class Team<TContext = unknown, TParsed = unknown> extends Agent<TContext, TParsed> {
  declare members?: readonly AgentEntry[];
  declare mode?: TeamMode;
  readonly #given: Pick<TeamOptions, "members" | "mode">;

  /**
   * @param options Win over the fields of a subclass.
   * @throws UserError for an option that does not exist or does not fit.
   */
  constructor({ members, mode, ...options }: TeamOptions<TContext, TParsed> = {}) {
    super(options);
    this.#given = { ...(members && { members }), ...(mode && { mode }) };
    Object.assign(this, this.#given);
  }

  /** @internal */
  protected override teamSource(): TeamSource {
    const members = this.#given.members ?? this.members ?? [];
    const mode = this.#given.mode ?? this.mode ?? "coordinate";
    const { name } = this;
    if (!Array.isArray(members) || members.length === 0)
      throw new UserError(
        "RUNA_INVALID_OPTION",
        `Team "${name}" has no members. List them: members: [reporter, editor].`,
      );
    if (!MODES.includes(mode))
      throw new UserError(
        "RUNA_INVALID_OPTION",
        `Team "${name}": mode is "${mode}", and must be one of ${MODES.join(", ")}.`,
      );
    fix(this, "members", members);
    fix(this, "mode", mode);
    const delegates = linksOf({ delegate: members }, name);
    const everybody = mode === "broadcast" ? everybodyOf(this, delegates) : undefined;
    return { name, mode, members: delegates, everybody, links: everybody ? [everybody] : delegates };
  }
}

function everybodyOf(
  { name, maxToolConcurrency }: Pick<Team, "name" | "maxToolConcurrency">,
  members: readonly AgentLink[],
): AgentLink {
  return new Agent({
    name: `${name}.members`,
    model: new BroadcastModel(),
    agents: members,
    ...(maxToolConcurrency !== undefined && { maxToolConcurrency }),
  }).delegate;
}
