/** Names in a sentence. */
const SHOWN = 12;

/** `a`, `a and b`, `a, b and c`; of a long list the beginning. */
export function listNames(names: readonly string[]): string {
  if (names.length > SHOWN) return `${names.slice(0, SHOWN).join(", ")} and ${names.length - SHOWN} more`;
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}
