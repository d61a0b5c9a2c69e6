/** The state that a run begins with (H6). */
import { errorMessage } from "../errors/error-message.ts";
import { UserError } from "../errors/user-error.ts";
import { isPlainObject, type State } from "../tool/state-patch.ts";

export interface StateSources {
  /** The agent's, for sessions that have none yet. */
  readonly defaults: State | undefined;
  readonly stored: State | undefined;
  /** The run's own. */
  readonly given: State | undefined;
  /** `given` takes the place of everything, where it is there. */
  readonly overwrites: boolean;
}

/** A copy that the run may change: objects are merged, everything else (lists too) is replaced. */
export function mergeState({ defaults, stored, given, overwrites }: StateSources): Record<string, unknown> {
  if (given && overwrites) return copy(given);
  const base = copy(stored ?? defaults ?? {});
  return given ? merge(base, copy(given)) : base;
}

function merge(base: Record<string, unknown>, given: State): Record<string, unknown> {
  for (const [key, value] of Object.entries(given)) {
    if (key === "__proto__") continue;
    const before = Object.hasOwn(base, key) ? base[key] : undefined;
    base[key] = isPlainObject(before) && isPlainObject(value) ? merge(before, value) : value;
  }
  return base;
}

/** @throws UserError for what cannot be copied, and so not be kept. */
function copy(state: State): Record<string, unknown> {
  if (Object.keys(state).length === 0) return {};
  try {
    return structuredClone(state);
  } catch (cause) {
    const problem = errorMessage(cause);
    throw new UserError("RUNA_INVALID_OPTION", `A session state holds plain data only: ${problem}.`, { cause });
  }
}
