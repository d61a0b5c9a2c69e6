/** The same work twice: once where `runa-gen` can prove that a worker may do it, once where it cannot. */

/**
 * Keep a processor busy.
 * @tool
 * @param ms For how many milliseconds
 */
export function spin(ms: number): string {
  const end = Date.now() + ms;
  while (Date.now() < end);
  return "done";
}

let spins = 0;

/**
 * Keep a processor busy, and count.
 * @tool
 * @param ms For how many milliseconds
 */
export function spinAndCount(ms: number): string {
  const end = Date.now() + ms;
  while (Date.now() < end);
  spins++;
  return `done ${spins}`;
}

/**
 * Answer at once.
 * @tool
 */
export async function ping(): Promise<string> {
  return "pong";
}
