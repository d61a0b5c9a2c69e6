/** Keeps keys out of messages: some servers quote the request in their error texts. */

/** Headers whose values say nothing secret. */
const PLAIN_HEADERS = new Set(["content-type", "accept", "user-agent", "anthropic-version", "anthropic-beta"]);

/** Replaces the value of every header that may hold a secret. */
export function hideSecrets(text: string, headers: Readonly<Record<string, string>>): string {
  let hidden = text;
  for (const [name, value] of Object.entries(headers)) {
    if (PLAIN_HEADERS.has(name.toLowerCase())) continue;
    const bare = value.replace(/^(?:bearer|basic)\s+/i, "");
    // A value of a few characters is no key, and replacing it would riddle the text.
    if (bare.length >= 6) hidden = hidden.replaceAll(value, "[hidden]").replaceAll(bare, "[hidden]");
  }
  return hidden;
}
