/**
 * Visit each row.
 * @tool
 * @param visit Called for each
 */
export async function eachRow(visit: (row: string) => void): Promise<void> {}
