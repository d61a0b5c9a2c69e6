import type { RunContext } from "@runa/runtime";

interface Report {
  title: string;
  /** When it was written */
  at: Date;
  counts: Map<string, bigint>;
  pages?: number;
}

/** @tool */
export async function giveReport(): Promise<Report> {
  return { title: "", at: new Date(), counts: new Map() };
}

/** @tool */
export function giveText(): string {
  return "";
}

/** @tool */
export async function giveMaybe(): Promise<string | undefined> {
  return undefined;
}

/** @tool */
export async function giveList(): Promise<{ id: number }[] | null> {
  return null;
}

/** @tool */
export async function giveNothing(): Promise<void> {}

/** @tool */
export function* giveParts(): Generator<string> {
  yield "";
}

/** @tool */
export async function giveUnknown(ctx: RunContext): Promise<unknown> {
  return ctx.runId;
}
