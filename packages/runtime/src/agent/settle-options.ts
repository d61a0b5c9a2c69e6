/** From the options and the fields of an agent to one configuration, which the instance shows from then on. */
import { UserError } from "../errors/user-error.ts";
import { AGENT_OPTION_NAMES, type AgentOptions, assertAgentOptions } from "./agent-options.ts";

/**
 * @param agent Its fields; the options of its constructor win over them.
 * @throws UserError for a field that does not fit, and for an agent without a name.
 */
export function settleOptions(agent: object, given: AgentOptions): AgentOptions {
  const settled: Record<string, unknown> = {};
  for (const option of AGENT_OPTION_NAMES) {
    // The instance shows what was said, not the option.
    if (option === "history") continue;
    const value: unknown = given[option] ?? Reflect.get(agent, option);
    if (value !== undefined) settled[option] = value;
  }
  const options: AgentOptions = settled;
  const where = `Agent "${options.name ?? agent.constructor.name}"`;
  assertAgentOptions(options, where);
  if (options.name === undefined)
    throw new UserError("RUNA_NO_AGENT_NAME", `${where} has no name. Give it one: name: "support".`);
  // A frozen instance shows what it was made from, and nothing can be added to it.
  if (Object.isExtensible(agent)) for (const [option, value] of Object.entries(settled)) fix(agent, option, value);
  return options;
}

/** Shown to everybody, and no longer changed. */
export function fix(agent: object, option: string, value: unknown): void {
  Object.defineProperty(agent, option, { value, enumerable: true, configurable: true, writable: false });
}
