/** From what stands in `agents` to links: one list, whatever form the option has. */
import { UserError } from "../errors/user-error.ts";
import { type AgentLink, isLink, isLinkedAgent, type LinkedAgent, type LinkKind } from "./agent-link.ts";

/** An agent, or a class of agents, stands for both ways to it. */
export type AgentEntry = AgentLink | LinkedAgent;

/**
 * @example
 * ```ts
 * agents: [Billing.handoff, research.delegate, Translator]
 * agents: { handoff: [Billing], delegate: [research], auto: [Translator] }
 * ```
 */
export type AgentsOption = readonly AgentEntry[] | AgentGroups;

/** Entries by the way to them; `auto` is both ways. */
export interface AgentGroups {
  readonly handoff?: readonly AgentEntry[];
  readonly delegate?: readonly AgentEntry[];
  readonly auto?: readonly AgentEntry[];
}

const BOTH: readonly LinkKind[] = ["delegate", "handoff"];

const KINDS: { readonly [group in keyof AgentGroups]-?: readonly LinkKind[] } = {
  handoff: ["handoff"],
  delegate: ["delegate"],
  auto: BOTH,
};

/** @throws UserError for what is no agent, and for a link in the group of the other kind. */
export function linksOf(agents: AgentsOption, agentName: string): readonly AgentLink[] {
  if (isList(agents)) return agents.flatMap((entry) => toLinks(entry, BOTH, agentName));
  return Object.entries(KINDS).flatMap(([group, kinds]) =>
    (agents[group as keyof AgentGroups] ?? []).flatMap((entry) => toLinks(entry, kinds, agentName)),
  );
}

/** The message of an option that has neither form. */
export function checkAgents(value: unknown): string | undefined {
  if (Array.isArray(value)) return undefined;
  if (typeof value !== "object" || value === null)
    return "must be a list of agents, or an object of lists: handoff, delegate, auto";
  const wrong = Object.entries(value).find(
    ([group, entries]) => !Object.hasOwn(KINDS, group) || (entries !== undefined && !Array.isArray(entries)),
  );
  return wrong && `has "${wrong[0]}", which is no list named handoff, delegate or auto`;
}

function isList(agents: AgentsOption): agents is readonly AgentEntry[] {
  return Array.isArray(agents);
}

function toLinks(entry: unknown, kinds: readonly LinkKind[], agentName: string): readonly AgentLink[] {
  if (isLink(entry)) {
    if (kinds.includes(entry.kind)) return [entry];
    throw new UserError(
      "RUNA_NOT_AN_AGENT",
      `Agent "${agentName}" has a ${entry.kind} in the group "${kinds[0]}" of its agents. Put it into the group "${entry.kind}".`,
    );
  }
  if (isLinkedAgent(entry)) return kinds.map((kind) => entry[kind]);
  throw new UserError(
    "RUNA_NOT_AN_AGENT",
    `Agent "${agentName}" has ${describe(entry)} among its agents. Agents are instances of Agent, subclasses of it, and their handoff and delegate.`,
  );
}

function describe(entry: unknown): string {
  if (typeof entry === "function") return `the function ${entry.name || "(anonymous)"}`;
  return typeof entry === "object" ? "an object that is no agent" : String(entry);
}
