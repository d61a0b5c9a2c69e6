/** Tools that the tests serve. `runa.tools.json` beside it is written by `runa-gen`. */
import { customEvent, type RunContext, ToolResult } from "@runa/runtime";

/**
 * Adds two numbers.
 * @tool
 * @readonly
 * @idempotent
 * @param a The first.
 * @param b The second.
 */
export async function add(a: number, b: number): Promise<number> {
  console.log("adding", a, b);
  return a + b;
}

/**
 * Moves an appointment.
 * @tool
 * @destructive
 */
export async function move(from: Date, days = 1): Promise<{ from: Date; to: Date; note?: string }> {
  const to = new Date(from);
  to.setUTCDate(to.getUTCDate() + days);
  return { from, to };
}

/**
 * Fails.
 * @tool
 */
export async function fail(why: string): Promise<string> {
  throw new Error(why);
}

/**
 * Gives a number that JSON has no form for.
 * @tool
 */
export async function divide(a: number, b: number): Promise<{ quotient: number }> {
  return { quotient: a / b };
}

/**
 * Draws.
 * @tool
 */
export async function draw(): Promise<ToolResult> {
  return new ToolResult({
    content: "A dot.",
    images: [{ content: Buffer.from("dot"), mimeType: "image/png" }],
    files: [{ content: Buffer.from("a,b"), mimeType: "text/csv", filename: "a b.csv" }],
  });
}

/**
 * Says who asks.
 * @tool
 */
export async function whoami(ctx: RunContext): Promise<string> {
  return ctx.userId ?? "nobody";
}

/**
 * Waits until it is told to stop.
 * @tool
 */
export async function wait(signal: AbortSignal): Promise<string> {
  console.log("waiting");
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  console.log("stopped");
  return "stopped";
}

/**
 * Counts, one line after another.
 * @tool
 */
export async function* count(to: number): AsyncGenerator<string> {
  for (let n = 1; n <= to; n++) {
    process.stdout.write(`counting ${n}\n`);
    yield `${n}\n`;
  }
  yield customEvent({ name: "done", data: to }) as unknown as string;
}

/**
 * Counts letters, in a worker.
 * @tool
 * @thread worker
 */
export function letters(text: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const letter of text) found[letter] = (found[letter] ?? 0) + 1;
  console.log("counted in a worker");
  return found;
}

/**
 * Runs elsewhere.
 * @tool
 * @external
 */
export declare function elsewhere(what: string): Promise<string>;

export class Counter {
  #count = 0;

  /**
   * Counts up.
   * @tool
   */
  async up(): Promise<number> {
    this.#count++;
    return this.#count;
  }
}
