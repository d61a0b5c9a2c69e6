/** Listening to a signal that many runs share: one listener for all, since Node warns from the eleventh on. */

interface Shared {
  readonly reactions: Set<() => void>;
  readonly listener: () => void;
}

const listening = new WeakMap<AbortSignal, Shared>();

/**
 * @param react Called once, when the signal is aborted. Does not throw.
 * @returns What stops the listening.
 */
export function onAbort(signal: AbortSignal, react: () => void): () => void {
  const { reactions, listener } = listening.get(signal) ?? listen(signal);
  reactions.add(react);
  return () => {
    reactions.delete(react);
    if (reactions.size > 0) return;
    listening.delete(signal);
    signal.removeEventListener("abort", listener);
  };
}

function listen(signal: AbortSignal): Shared {
  const reactions = new Set<() => void>();
  const listener = (): void => {
    for (const react of [...reactions]) react();
  };
  const shared = { reactions, listener };
  listening.set(signal, shared);
  signal.addEventListener("abort", listener, { once: true });
  return shared;
}
