/** Tools that a person answers for. `runa.tools.json` beside it is written by `runa-gen`. */
import { tool } from "@runa/runtime";

/** Closes an account. */
export const closeAccount = tool(async (id: string): Promise<string> => `closed ${id}`, { needsApproval: true });

/** Pays back. */
export const refund = tool(async (amount: number): Promise<string> => `refunded ${amount}`, {
  needsApproval: ({ amount }) => Number(amount) >= 50,
});

/**
 * Throws a folder away.
 * @tool
 * @destructive
 */
export async function wipe(folder: string): Promise<string> {
  return `wiped ${folder}`;
}
