/**
 * Fetch it.
 * @tool
 * @param url Where from
 */
export async function $fetch(url: string): Promise<void> {}
