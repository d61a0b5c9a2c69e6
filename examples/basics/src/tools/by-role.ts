/** Tools of which not everybody gets all. */

/**
 * Search the web.
 * @tool
 * @param query What for
 */
export function searchWeb(query: string): string {
  return `The web knows much about ${query}.`;
}

/**
 * Search the internal documents.
 * @tool
 * @param query What for
 */
export function searchInternalDocs(query: string): string {
  return `One internal document is about ${query}.`;
}

/**
 * Get the balance of the account.
 * @tool
 */
export function getAccountBalance(): string {
  return "The balance is 1200 euros.";
}
