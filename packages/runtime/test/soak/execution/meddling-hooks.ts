/** Hooks that look at what passes, change it, skip the function, or fail. */
import type { Hooks, ToolHook } from "@runa/runtime";

export const meddle: ToolHook = ({ args, next }) => {
  const n = Number(args.n);
  if (n % 17 === 1) throw new Error("the hook failed");
  if (n % 17 === 2) return "skipped";
  if (n % 17 === 3) return next({ n: "not a number" });
  return n % 17 === 4 ? next({ n: n + 1 }) : next();
};

/** The second ends the run, and with it the other calls of the answer. */
export const watch: Hooks = {
  onToolStart: ({ args, call }) => void JSON.stringify([args, call.argumentsText.length]),
  onToolEnd: ({ args }) => {
    if (Number(args.n) % 50 === 5) throw new Error("nobody could write this down");
  },
};
