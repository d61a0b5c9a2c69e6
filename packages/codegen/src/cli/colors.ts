/** Colours, where a person reads along: `NO_COLOR` and `FORCE_COLOR` decide, else whether the output is a terminal. */
import { type Colors, NO_COLORS } from "../diagnostics/format.ts";
import type { Terminal } from "./terminal.ts";

export async function colorsFor({ env, isInteractive }: Terminal): Promise<Colors> {
  if (!wantsColors(env, isInteractive)) return NO_COLORS;
  const { default: picocolors } = await import("picocolors");
  return picocolors.createColors(true);
}

/** @see https://no-color.org and https://force-color.org: set to anything but nothing. */
function wantsColors(env: Terminal["env"], isInteractive: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return isInteractive && env.TERM !== "dumb";
}
