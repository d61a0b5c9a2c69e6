/** Something that is connected while anybody uses it: by the first, for all, until the last has left. */

/** Milliseconds that one has for being closed: a run that is done with it waits no longer. */
const CLOSE_LIMIT = 5_000;

export interface Connectable {
  /** Whose connection it is, for messages: `toolkit "shop"`. */
  readonly owner: string;
  readonly connect: () => void | Promise<void>;
  readonly close: () => void | Promise<void>;
  /** Stays connected when the last user has left. */
  readonly keepAlive: boolean;
}

export class SharedConnection {
  readonly #connectable: Connectable;
  #users = 0;
  #connected: Promise<void> | undefined;
  /** Whoever comes while it is being closed waits, and connects anew. */
  #closing: Promise<void> = Promise.resolve();

  constructor(connectable: Connectable) {
    this.#connectable = connectable;
  }

  /** Rejects with what `connect` throws, for everybody who waits for it; the next one tries again. */
  async acquire(): Promise<void> {
    this.#users++;
    const connected = this.#connect();
    try {
      await connected;
    } catch (error) {
      this.#users--;
      if (this.#connected === connected) this.#connected = undefined;
      throw error;
    }
  }

  /** Rejects with what `close` throws, and where it does not end in time, for the one who was last. */
  async release(): Promise<void> {
    this.#users--;
    if (!this.#connectable.keepAlive) await this.closeUnused();
  }

  /** Closes what is connected and used by nobody. */
  async closeUnused(): Promise<void> {
    if (this.#users > 0 || !this.#connected) return;
    this.#connected = undefined;
    const closed = this.#close();
    // The caller is told below; the next connection only has to wait.
    this.#closing = closed.catch(() => {});
    await closed;
  }

  #connect(): Promise<void> {
    this.#connected ??= this.#closing.then(() => this.#connectable.connect());
    return this.#connected;
  }

  async #close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const problem = `close() of ${this.#connectable.owner} has not ended after ${CLOSE_LIMIT / 1_000} seconds`;
      timer = setTimeout(() => reject(new Error(`${problem}. Nobody waits for it any longer.`)), CLOSE_LIMIT);
    });
    try {
      await Promise.race([Promise.resolve().then(() => this.#connectable.close()), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
