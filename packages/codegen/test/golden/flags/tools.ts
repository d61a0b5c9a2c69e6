/**
 * Read a bed.
 * @tool
 * @readonly
 */
export async function readBed(id: string): Promise<string> {
  return id;
}

/**
 * Clear a bed.
 * @tool
 * @destructive
 * @idempotent
 */
export async function clearBed(id: string): Promise<void> {}

/**
 * Water a bed.
 * @tool
 * @deprecated use clearBed
 */
export async function waterBed(id: string): Promise<void> {}

/**
 * Grow, for as long as it takes.
 * @tool
 * @thread worker
 */
export function growBed(id: string): string {
  let grown = id;
  while (grown.length < 9) grown += "!";
  return grown;
}

/**
 * Log in.
 * @tool
 * @param user Who
 * @param password {@secret}
 * @param proof.code {@secret} Six digits
 */
export async function logIn(user: string, password: string, proof: { code: string }): Promise<void> {}
