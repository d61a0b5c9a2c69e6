/** Places where a process may be killed: around and inside of every transaction, and wherever `pass` is called. */
import type { Driver } from "../../../src/session/sql/driver.ts";
import type { Dialect, Row, Statement, Transaction } from "../../../src/session/sql/statement.ts";

export class KillPoints {
  readonly #killAt: number;
  passed = 0;

  /** @param killAt The number of the point that is not survived; 0 for none. */
  constructor(killAt: number) {
    this.#killAt = killAt;
  }

  pass(): void {
    // No handler sees it, and nothing is flushed.
    if (++this.passed === this.#killAt) process.kill(process.pid, "SIGKILL");
  }
}

export class FragileDriver implements Driver {
  readonly #driver: Driver;
  readonly #points: KillPoints;

  constructor(driver: Driver, points: KillPoints) {
    this.#driver = driver;
    this.#points = points;
  }

  get dialect(): Dialect {
    return this.#driver.dialect;
  }

  get place(): string {
    return this.#driver.place;
  }

  async transact<T>(transaction: () => Transaction<T>, mode?: "read"): Promise<T> {
    this.#points.pass();
    const outcome = await this.#driver.transact(() => this.#inside(transaction()), mode);
    this.#points.pass();
    return outcome;
  }

  close(): Promise<void> {
    return this.#driver.close();
  }

  /** Before each statement, and before what is kept is kept. */
  *#inside<T>(steps: Generator<Statement, T, readonly Row[]>): Transaction<T> {
    let step = steps.next();
    while (!step.done) {
      this.#points.pass();
      step = steps.next(yield step.value);
    }
    this.#points.pass();
    return step.value;
  }
}
