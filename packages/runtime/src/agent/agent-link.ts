/**
 * A way from one agent to another, as it stands in the `agents` option: a handoff, which gives the conversation away, or
 * a delegate, which gets a task and reports back.
 */
import { assertOptions, aText, type OptionChecks } from "../errors/assert-options.ts";

const brand = Symbol.for("runa.agent-link");

export type LinkKind = "handoff" | "delegate";

/** What the model is told of the other agent, where the default does not say enough. */
export interface LinkOptions {
  /** Default: made of the agent's name. */
  readonly toolName?: string;
  readonly toolDescription?: string;
}

const CHECKS: OptionChecks<LinkOptions> = { toolName: aText, toolDescription: aText };

/** An instance, or a class that is made without arguments. */
export type AgentReference = object;

/**
 * A value that can be called for another value of its kind with other texts. Throws `UserError` for an option that does not
 * exist: times and limits of a delegate are those of its agent.
 */
export interface AgentLink<Kind extends LinkKind = LinkKind> {
  (options: LinkOptions): AgentLink<Kind>;
  readonly kind: Kind;
  readonly target: AgentReference;
  readonly options: LinkOptions;
}

/** What has both: every agent, and every class of agents. */
export interface LinkedAgent {
  readonly handoff: AgentLink<"handoff">;
  readonly delegate: AgentLink<"delegate">;
}

/** @internal */
export function createLink<Kind extends LinkKind>(
  kind: Kind,
  target: AgentReference,
  options: LinkOptions = {},
): AgentLink<Kind> {
  const again = (other: LinkOptions): AgentLink<Kind> => {
    assertOptions<LinkOptions>(other, CHECKS, `${kind}(…)`);
    return createLink(kind, target, { ...options, ...other });
  };
  return Object.freeze(Object.assign(again, { [brand]: true, kind, target, options }));
}

export function isLink(value: unknown): value is AgentLink {
  return typeof value === "function" && brand in value;
}

/** Asked of anything that may stand in `agents`. */
export function isLinkedAgent(value: unknown): value is LinkedAgent {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  return "handoff" in value && isLink(value.handoff) && "delegate" in value && isLink(value.delegate);
}
