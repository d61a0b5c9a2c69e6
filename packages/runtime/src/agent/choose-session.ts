/** Which session a run belongs to. */
import { UserError } from "../errors/user-error.ts";
import type { Session } from "../session/session.ts";
import type { SessionDatabase } from "../session/session-database.ts";
import { StoredSession } from "../session/stored-session.ts";

export interface SessionChoice {
  readonly session?: Session;
  readonly sessionId?: string;
  readonly userId?: string;
}

/** @throws UserError where both ways are used, or there is nowhere to keep it. */
export function chooseSession(
  { session, sessionId, userId }: SessionChoice,
  db: SessionDatabase | undefined,
  agentName: string,
): Session | undefined {
  if ((session?.sessionId ?? sessionId) === "") {
    throw new UserError(
      "RUNA_INVALID_OPTION",
      `A run of agent "${agentName}" was given a session without an id: it is empty. Give it one of its own, such as that of the conversation.`,
    );
  }
  if (session && sessionId !== undefined && sessionId !== session.sessionId) {
    throw new UserError(
      "RUNA_TWO_SESSIONS",
      `A run of agent "${agentName}" was given the session "${session.sessionId}" and the sessionId "${sessionId}". Leave one out.`,
    );
  }
  if (session) return session;
  if (sessionId === undefined) return undefined;
  if (db) return new StoredSession(db.store, sessionId, userId === undefined ? {} : { userId });
  throw new UserError(
    "RUNA_NO_STORE",
    `A run of agent "${agentName}" was given the sessionId "${sessionId}", and there is nowhere to keep it. Give the agent a db: new SQLiteDb({ dbFile }); or the run a session: new SQLiteSession("${sessionId}").`,
  );
}

/** @throws UserError where a run that goes on does not belong to the session that it is given. */
export function assertSessionOf(stopped: { readonly sessionId: string | undefined }, given: string | undefined): void {
  if (stopped.sessionId === given) return;
  const began = stopped.sessionId === undefined ? "without a session" : `in the session "${stopped.sessionId}"`;
  const goesOn = given === undefined ? "without one" : `in "${given}"`;
  throw new UserError(
    "RUNA_STATE_SESSION",
    `The run was begun ${began}, and would go on ${goesOn}. Give the same one: agent.run(state, { session }).`,
  );
}
