/** Conversations and states: what is kept of a session when none of its runs is under way. */
import type { JsonObject } from "../../manifest/index.ts";
import type { Item } from "../../model/item.ts";
import { applyPatch, type StatePatch } from "../../tool/state-patch.ts";
import { readItem, readObject, toColumn } from "./json-column.ts";
import { FOR_UPDATE, sql, type Transaction } from "./statement.ts";

/**
 * Keeps other writers of the session out until the end of the transaction. Taken before rows of runs, everywhere, so that
 * two transactions never wait for each other.
 */
export function* lockSession(sessionId: string): Transaction<void> {
  yield* sql`INSERT INTO runa_sessions (session_id) VALUES (${sessionId}) ON CONFLICT DO NOTHING`;
  yield* sql`SELECT session_id FROM runa_sessions WHERE session_id = ${sessionId}${FOR_UPDATE}`;
}

export function* readItems(sessionId: string, place: string, limit?: number): Transaction<readonly Item[]> {
  if (limit === undefined) {
    const rows = yield* sql`SELECT item FROM runa_items WHERE session_id = ${sessionId} ORDER BY position`;
    return rows.map((row) => readItem(row.item, place));
  }
  const rows = yield* sql`
    SELECT item FROM runa_items WHERE session_id = ${sessionId} ORDER BY position DESC LIMIT ${limit}`;
  const newest = rows.map((row) => readItem(row.item, place)).reverse();
  // The first result is without its call unless everything is there.
  const start = newest.findIndex((item) => item.type !== "tool_result");
  return start < 0 ? [] : newest.slice(start);
}

/** Behind a lock of the session. */
export function* appendItems(sessionId: string, items: readonly Item[]): Transaction<void> {
  if (items.length > 0) yield* insertItems(sessionId, items, (yield* readMark(sessionId)) + 1);
}

/** The position of the newest item. */
export function* readMark(sessionId: string): Transaction<number> {
  const [row] = yield* sql`SELECT COALESCE(MAX(position), 0) AS last FROM runa_items WHERE session_id = ${sessionId}`;
  return Number(row?.last ?? 0);
}

/** What was added behind the mark meanwhile stays there. Behind a lock of the session. */
export function* replaceItems(sessionId: string, items: readonly Item[], mark: number): Transaction<void> {
  yield* sql`DELETE FROM runa_items WHERE session_id = ${sessionId} AND position <= ${mark}`;
  // There is always room in front: positions may be below zero.
  yield* insertItems(sessionId, items, mark - items.length + 1);
}

function* insertItems(sessionId: string, items: readonly Item[], first: number): Transaction<void> {
  for (const [index, item] of items.entries()) {
    yield* sql`
      INSERT INTO runa_items (session_id, position, item) VALUES (${sessionId}, ${first + index}, ${toColumn(item)})`;
  }
}

export function* popItem(sessionId: string, place: string): Transaction<Item | undefined> {
  yield* lockSession(sessionId);
  const [row] = yield* sql`
    DELETE FROM runa_items WHERE session_id = ${sessionId}
      AND position = (SELECT MAX(position) FROM runa_items WHERE session_id = ${sessionId})
    RETURNING item`;
  return row && readItem(row.item, place);
}

export function* deleteItems(sessionId: string): Transaction<void> {
  yield* sql`DELETE FROM runa_items WHERE session_id = ${sessionId}`;
}

export function* readState(sessionId: string, place: string): Transaction<JsonObject | undefined> {
  const [row] = yield* sql`SELECT state FROM runa_sessions WHERE session_id = ${sessionId}`;
  return typeof row?.state === "string" ? readObject(row.state, place) : undefined;
}

/** Behind a lock of the session. */
export function* patchState(sessionId: string, place: string, patch: StatePatch): Transaction<JsonObject> {
  const stored = yield* readState(sessionId, place);
  if (stored && patch.length === 0) return stored;
  const column = toColumn(applyPatch(stored ?? {}, patch));
  yield* sql`UPDATE runa_sessions SET state = ${column} WHERE session_id = ${sessionId}`;
  return readObject(column, place);
}

export function* deleteState(sessionId: string): Transaction<void> {
  yield* sql`UPDATE runa_sessions SET state = NULL WHERE session_id = ${sessionId}`;
}
