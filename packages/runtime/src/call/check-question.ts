/** A call that waited is the one that people were shown. A state that was edited may ask about another. */
import { isDeepStrictEqual } from "node:util";
import { UserError } from "../errors/user-error.ts";
import type { JsonObject } from "../manifest/index.ts";
import type { CallInProgress } from "./call-in-progress.ts";

/** @throws UserError */
export function checkQuestion({ toolCall, json, environment }: CallInProgress): undefined {
  const pending = environment.gate?.ledger.pendingCall(toolCall.callId);
  if (!pending || isDeepStrictEqual(throughJson(pending.arguments), throughJson(json))) return undefined;
  throw new UserError(
    "RUNA_INVALID_STATE",
    `The run state is refused: the arguments that it shows of the call "${toolCall.callId}" of "${toolCall.name}" are not those of the call. Store what toJSON() or toString() gives as it is.`,
  );
}

/** One side may have been stored: that makes a negative zero a zero. */
function throughJson(json: JsonObject): unknown {
  return JSON.parse(JSON.stringify(json));
}
