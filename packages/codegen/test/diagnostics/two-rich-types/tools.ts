/**
 * Open a page of that day, or at that address.
 * @tool
 * @param at Where or when
 */
export async function openPage(at: Date | URL): Promise<void> {}
