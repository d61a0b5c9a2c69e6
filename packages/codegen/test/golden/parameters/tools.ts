import type { Agent, RunContext, ToolCall } from "@runa/runtime";

interface User {
  userName: string;
}

/**
 * What the runtime fills in is not in the schema.
 * @tool
 */
export async function injectAll(
  ctx: RunContext<User>,
  question: string,
  callId: string,
  who: Agent,
  call: ToolCall,
  stop: AbortSignal,
  other?: RunContext,
): Promise<void> {}

/**
 * Such names with ordinary types are ordinary parameters.
 * @tool
 */
export async function handOver(
  task: string,
  agent: "a" | "b",
  context: string,
  signal: "SIGTERM" | "SIGKILL",
  ctx: string,
  files: string[],
): Promise<void> {}

/**
 * Keyword arguments.
 * @tool
 * @param options Not seen
 * @param options.city Where
 */
export async function bookFlat({ city, days = 3 }: { city: string; days?: number; /** In euros */ budget?: number }, ctx: RunContext): Promise<void> {}

/**
 * Any number of arguments.
 * @tool
 * @param tags Each of them
 */
export async function tagAll(name: string, ...tags: string[]): Promise<void> {}

/**
 * A rest parameter with a place for each.
 * @tool
 */
export async function span(...ends: [from: number, to: number]): Promise<void> {}

/** @tool */
export async function nothingAtAll(): Promise<void> {}

/**
 * A callback that nobody can send, left out.
 * @tool
 */
export async function watch(path: string, onChange?: () => void, depth?: number): Promise<void> {}
