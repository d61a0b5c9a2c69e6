import { describe, expect, it, vi } from "vitest";
import { SharedConnection } from "./shared-connection.ts";

/** A connection whose steps are let go one by one. */
function gated({ keepAlive = false, failing = false } = {}) {
  const log: string[] = [];
  const waiting: (() => void)[] = [];
  const step = async (name: string): Promise<void> => {
    log.push(`${name} begins`);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
    if (failing) throw new Error(`no ${name}`);
    log.push(name);
  };
  const shared = new SharedConnection({
    owner: 'toolkit "shop"',
    connect: () => step("connect"),
    close: () => step("close"),
    keepAlive,
  });
  const go = async (): Promise<void> => {
    await new Promise(setImmediate);
    waiting.shift()?.();
    await new Promise(setImmediate);
  };
  return { shared, log, go };
}

describe("a shared connection (F6)", () => {
  it("is made by the first, waited for by all, and closed by the last", async () => {
    const { shared, log, go } = gated();
    const both = Promise.all([shared.acquire(), shared.acquire()]);
    await go();
    await both;
    await shared.release();
    expect(log).toEqual(["connect begins", "connect"]);
    const last = shared.release();
    await go();
    await last;
    expect(log).toEqual(["connect begins", "connect", "close begins", "close"]);
  });

  it("is made anew for one that comes while it is being closed, after that", async () => {
    const { shared, log, go } = gated();
    const first = shared.acquire();
    await go();
    await first;
    const released = shared.release();
    const second = shared.acquire();
    await go();
    await released;
    await go();
    await second;
    expect(log).toEqual(["connect begins", "connect", "close begins", "close", "connect begins", "connect"]);
  });

  it("is waited for five seconds while it is being closed, by the last and by whoever comes next", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { shared, log, go } = gated();
      const first = shared.acquire();
      await go();
      await first;
      const refused = expect(shared.release()).rejects.toThrow(
        /close\(\) of toolkit "shop" has not ended after 5 seconds/,
      );
      const second = shared.acquire();
      await new Promise(setImmediate);
      await vi.advanceTimersByTimeAsync(4_999);
      expect(log).toEqual(["connect begins", "connect", "close begins"]);
      await vi.advanceTimersByTimeAsync(1);
      await refused;
      await new Promise(setImmediate);
      expect(log.at(-1)).toBe("connect begins");
      // Of the close that nobody waits for, and of the connection.
      await go();
      await go();
      await second;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is used on by one that comes before the last has left", async () => {
    const { shared, log, go } = gated();
    const first = shared.acquire();
    await go();
    await first;
    await Promise.all([shared.acquire(), shared.release()]);
    expect(log).toEqual(["connect begins", "connect"]);
  });

  it("that cannot be made fails for all that wait, and is tried again by the next", async () => {
    const { shared, log, go } = gated({ failing: true });
    const attempts = Promise.allSettled([shared.acquire(), shared.acquire()]);
    await go();
    expect((await attempts).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const again = shared.acquire().catch((error: Error) => error.message);
    await go();
    expect(await again).toBe("no connect");
    expect(log).toEqual(["connect begins", "connect begins"]);
  });

  it("can be made again after closing it has failed", async () => {
    let fails = true;
    const shared = new SharedConnection({
      connect: () => {},
      close: () => {
        if (fails) throw new Error("stuck");
      },
      keepAlive: false,
    });
    await shared.acquire();
    await expect(shared.release()).rejects.toThrow("stuck");
    fails = false;
    await shared.acquire();
    await shared.release();
  });

  it("that is kept alive is closed when asked, and only when nobody uses it", async () => {
    const { shared, log, go } = gated({ keepAlive: true });
    const first = shared.acquire();
    await go();
    await first;
    await shared.closeUnused();
    await shared.release();
    expect(log).toEqual(["connect begins", "connect"]);
    const closed = shared.closeUnused();
    await go();
    await closed;
    expect(log.at(-1)).toBe("close");
  });
});
