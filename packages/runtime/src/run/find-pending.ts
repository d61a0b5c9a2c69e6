/** Finds the call that somebody decides about, in the run or in those of its delegates. */
import { UserError } from "../errors/user-error.ts";
import type { PendingCall } from "../gating/decision.ts";
import type { SharedDecisions } from "../gating/decision-ledger.ts";
import { runAt } from "./decide.ts";
import { type Interruption, interruptionsOf } from "./interruption.ts";
import type { RunCore } from "./run-snapshot.ts";

/** An interruption, also one that was sent around as JSON; or the id of its call, where no delegate has one of that id. */
export type PendingItem = string | Pick<Interruption, "callId" | "path"> | { readonly callId: string };

export interface FoundCall {
  readonly pending: PendingCall;
  readonly path: readonly string[];
  readonly run: RunCore;
}

const WAITS_FOR = { approval: "approval", external: "its result", userInput: "input" } as const;
const TAKES = {
  approval: "approve() or reject()",
  external: "setResult(), setError() or reject()",
  userInput: "provideInput() or reject()",
} as const;

/**
 * @param kind What it has to wait for; undefined where that is all the same.
 * @throws UserError for a call that waits for nothing, or for something else.
 */
export function findPending(
  core: RunCore,
  shared: SharedDecisions,
  item: PendingItem,
  kind: PendingCall["kind"] | undefined,
): FoundCall {
  const callId = typeof item === "string" ? item : item.callId;
  const path = typeof item === "object" && "path" in item ? item.path : pathTo(core, callId);
  const run = path && runAt(core, path);
  const pending = run?.pending.find((one) => one.callId === callId);
  if (!path || !run || !pending) {
    const waiting = interruptionsOf(core, shared).map(
      (one) => `"${[...one.path, one.callId].join("/")}" (${one.name})`,
    );
    throw new UserError(
      "RUNA_NOT_PENDING",
      `The call "${callId}" does not wait for a decision. Those that do: ${waiting.join(", ") || "none"}.`,
    );
  }
  if (kind !== undefined && pending.kind !== kind) {
    throw new UserError(
      "RUNA_NOT_PENDING",
      `The call "${callId}" of "${pending.name}" waits for ${WAITS_FOR[pending.kind]}, so it takes ${TAKES[pending.kind]}.`,
    );
  }
  return { pending, path, run };
}

/** Of a call that is named by its id alone. */
function pathTo(core: RunCore, callId: string): readonly string[] | undefined {
  if (core.pending.some((one) => one.callId === callId)) return [];
  const paths = pathsTo(core, callId, []);
  return paths.length === 1 ? paths[0] : undefined;
}

function pathsTo({ delegates }: RunCore, callId: string, path: readonly string[]): readonly (readonly string[])[] {
  return delegates.flatMap((one) => {
    const own = [...path, one.callId];
    const isThere = one.run.pending.some((pending) => pending.callId === callId);
    return [...(isThere ? [own] : []), ...pathsTo(one.run, callId, own)];
  });
}
