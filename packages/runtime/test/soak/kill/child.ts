/** The process that is killed. Told by its arguments; says how many points it passed, where it lives to say it. */
import { SqlStore } from "../../../src/session/sql/sql-store.ts";
import { StoredSession } from "../../../src/session/stored-session.ts";
import { type DatabaseAddress, openDriver } from "../sessions/database.ts";
import { FragileDriver, KillPoints } from "./kill-points.ts";
import { finishScenario, type Scenario } from "./scenario.ts";

export interface ChildTask {
  readonly address: DatabaseAddress;
  readonly sessionId: string;
  readonly effects: string;
  readonly scenario: Scenario;
  readonly killAt: number;
}

const task = JSON.parse(process.argv[2] ?? "") as ChildTask;
const points = new KillPoints(task.killAt);
const store = new SqlStore(new FragileDriver(openDriver(task.address), points));
const session = new StoredSession(store, task.sessionId);
await finishScenario(session, task.scenario, task.effects, () => points.pass());
await store.close();
console.log(points.passed);
