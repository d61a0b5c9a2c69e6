/** Runs that are not over: who has which, how far it has come, and what its calls gave. */
import { StoreError } from "../../errors/store-error.ts";
import type { JsonObject } from "../../manifest/index.ts";
import type { RecordedResult } from "../../model/recorded-result.ts";
import type { StatePatch } from "../../tool/state-patch.ts";
import { isKnownDead } from "../owner.ts";
import type {
  Claim,
  Owner,
  PendingRun,
  RunEnding,
  RunLease,
  RunRecord,
  RunResumption,
  RunStart,
  StartOptions,
} from "../store.ts";
import { readObject, readResult, toColumn } from "./json-column.ts";
import { appendItems, lockSession, patchState, readItems, readMark, readState, replaceItems } from "./session-rows.ts";
import { FOR_UPDATE, NOW, type Row, sql, type Transaction } from "./statement.ts";

/** How long a process is taken for living after its last sign, where nobody can look. */
export const LEASE_MILLISECONDS = 60_000;

const NOBODY = "{}";

export function* startRun(
  { runId, sessionId }: RunRecord,
  owner: Owner,
  place: string,
  { abandonPending = false, initialState }: StartOptions,
): Transaction<RunStart> {
  yield* lockSession(sessionId);
  const free = (yield* readRuns(sessionId)).filter(isFree);
  const paused = free.filter((row) => row.status === "paused");
  if (paused.length > 0 && !abandonPending)
    return { kind: "pending", runs: paused.map((row) => toPendingRun(row, place)) };
  for (const row of free) {
    // What died before anything was saved of it can be of no use to anybody.
    if (abandonPending || row.snapshot === null) yield* deleteRun(String(row.run_id));
  }
  const items = yield* readItems(sessionId, place);
  const mark = yield* readMark(sessionId);
  yield* sql`
    INSERT INTO runa_runs (run_id, session_id, status, mark, saved_at, fence, owner, lease_until)
    VALUES (${runId}, ${sessionId}, ${"running"}, ${mark}, ${NOW}, ${1}, ${toColumn(owner)},
      ${NOW} + ${LEASE_MILLISECONDS})`;
  const stored = yield* readState(sessionId, place);
  const isNew = stored === undefined && initialState !== undefined;
  const state = isNew ? yield* patchState(sessionId, place, [{ op: "set", path: [], value: initialState }]) : stored;
  return { kind: "started", lease: { runId, sessionId, fence: 1 }, items, mark, state };
}

export function* resumeRun({ runId, sessionId }: RunRecord, owner: Owner, place: string): Transaction<RunResumption> {
  yield* lockSession(sessionId);
  const row = yield* readRun(runId);
  if (row?.session_id !== sessionId) return { kind: "over" };
  if (!isFree(row)) return { kind: "busy" };
  const fence = Number(row.fence) + 1;
  yield* sql`
    UPDATE runa_runs SET status = ${"running"}, fence = ${fence}, owner = ${toColumn(owner)},
      lease_until = ${NOW} + ${LEASE_MILLISECONDS}
    WHERE run_id = ${runId}`;
  const claims = yield* sql`SELECT call_id FROM runa_claims WHERE run_id = ${runId}`;
  return {
    kind: "resumed",
    lease: { runId, sessionId, fence },
    mark: Number(row.mark),
    state: yield* readState(sessionId, place),
    snapshot: row.snapshot === null ? undefined : readObject(row.snapshot, place),
    claimed: claims.map((claim) => String(claim.call_id)),
  };
}

export function* saveRun(lease: RunLease, place: string, snapshot: JsonObject): Transaction<void> {
  yield* assertLease(lease, place);
  yield* sql`
    UPDATE runa_runs SET snapshot = ${toColumn(snapshot)}, saved_at = ${NOW} WHERE run_id = ${lease.runId}`;
}

export function* pauseRun(lease: RunLease, place: string, snapshot: JsonObject, patch: StatePatch): Transaction<void> {
  yield* lockSession(lease.sessionId);
  yield* assertLease(lease, place);
  if (patch.length > 0) yield* patchState(lease.sessionId, place, patch);
  yield* sql`
    UPDATE runa_runs SET status = ${"paused"}, snapshot = ${toColumn(snapshot)}, saved_at = ${NOW},
      owner = ${NOBODY}, lease_until = ${0}
    WHERE run_id = ${lease.runId}`;
}

export function* finishRun(lease: RunLease, place: string, { items, patch, replaces }: RunEnding): Transaction<void> {
  yield* lockSession(lease.sessionId);
  yield* assertLease(lease, place);
  if (replaces === undefined) yield* appendItems(lease.sessionId, items);
  else yield* replaceItems(lease.sessionId, items, replaces);
  if (patch.length > 0) yield* patchState(lease.sessionId, place, patch);
  yield* deleteRun(lease.runId);
}

export function* pendingRuns(sessionId: string, place: string): Transaction<readonly PendingRun[]> {
  const rows = yield* readRuns(sessionId);
  return rows.filter((row) => isFree(row) && row.snapshot !== null).map((row) => toPendingRun(row, place));
}

export function* abandonRun({ runId, sessionId }: RunRecord): Transaction<boolean> {
  yield* lockSession(sessionId);
  const row = yield* readRun(runId);
  if (row?.session_id !== sessionId || !isFree(row)) return false;
  yield* deleteRun(runId);
  return true;
}

export function* deleteRuns(sessionId: string): Transaction<void> {
  yield* sql`
    DELETE FROM runa_claims WHERE run_id IN (SELECT run_id FROM runa_runs WHERE session_id = ${sessionId})`;
  yield* sql`DELETE FROM runa_runs WHERE session_id = ${sessionId}`;
}

export function* claimCall(lease: RunLease, place: string, callId: string): Transaction<Claim> {
  yield* assertLease(lease, place);
  const { runId } = lease;
  const claimed = yield* sql`
    INSERT INTO runa_claims (run_id, call_id) VALUES (${runId}, ${callId}) ON CONFLICT DO NOTHING RETURNING call_id`;
  if (claimed.length > 0) return { kind: "claimed" };
  const [row] = yield* sql`SELECT result FROM runa_claims WHERE run_id = ${runId} AND call_id = ${callId}`;
  return typeof row?.result === "string"
    ? { kind: "done", result: readResult(row.result, place) }
    : { kind: "unknown" };
}

export function* recordResult(
  lease: RunLease,
  place: string,
  result: RecordedResult,
  patch: StatePatch,
): Transaction<void> {
  if (patch.length > 0) yield* lockSession(lease.sessionId);
  yield* assertLease(lease, place);
  if (patch.length > 0) yield* patchState(lease.sessionId, place, patch);
  const { runId } = lease;
  yield* sql`
    UPDATE runa_claims SET result = ${toColumn(result)} WHERE run_id = ${runId} AND call_id = ${result.callId}`;
}

export function* renewLease({ runId, fence }: RunLease): Transaction<void> {
  yield* sql`
    UPDATE runa_runs SET lease_until = ${NOW} + ${LEASE_MILLISECONDS} WHERE run_id = ${runId} AND fence = ${fence}`;
}

/** @throws StoreError where another process has the run by now, or nobody has. */
function* assertLease({ runId, fence }: RunLease, place: string): Transaction<void> {
  const [row] = yield* sql`SELECT fence FROM runa_runs WHERE run_id = ${runId} AND status = ${"running"}${FOR_UPDATE}`;
  if (row === undefined || Number(row.fence) !== fence) throw new StoreError({ failure: "lease_lost", place });
}

function* readRuns(sessionId: string): Transaction<readonly Row[]> {
  return yield* sql`
    SELECT run_id, session_id, status, snapshot, saved_at, fence, owner,
      CASE WHEN lease_until < ${NOW} THEN 1 ELSE 0 END AS expired
    FROM runa_runs WHERE session_id = ${sessionId} ORDER BY saved_at, run_id`;
}

function* readRun(runId: string): Transaction<Row | undefined> {
  const [row] = yield* sql`
    SELECT session_id, status, snapshot, mark, fence, owner, CASE WHEN lease_until < ${NOW} THEN 1 ELSE 0 END AS expired
    FROM runa_runs WHERE run_id = ${runId}${FOR_UPDATE}`;
  return row;
}

function* deleteRun(runId: string): Transaction<void> {
  yield* sql`DELETE FROM runa_claims WHERE run_id = ${runId}`;
  yield* sql`DELETE FROM runa_runs WHERE run_id = ${runId}`;
}

/** Paused, or left behind by its owner. */
function isFree(row: Row): boolean {
  if (row.status === "paused" || Number(row.expired) === 1) return true;
  const owner: Owner = JSON.parse(String(row.owner));
  return isKnownDead(owner);
}

function toPendingRun(row: Row, place: string): PendingRun {
  return {
    runId: String(row.run_id),
    sessionId: String(row.session_id),
    status: row.status === "paused" ? "paused" : "interrupted",
    snapshot: readObject(row.snapshot, place),
    savedAt: new Date(Number(row.saved_at)).toISOString(),
  };
}
