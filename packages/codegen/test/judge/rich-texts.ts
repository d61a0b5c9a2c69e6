/** Texts that stand for rich types in JSON, and some that nearly do. */

export const DATES = ["2024-02-29T12:00:00Z", "2024-01-01T00:00:00.123Z", "1999-12-31T23:59:59+02:00"] as const;

export const NO_DATES = [
  "2024-01-01",
  "2024-13-01T00:00:00Z",
  "2024-01-01T00:00:00",
  "today",
  "1704067200000",
] as const;

export const URLS = ["https://example.com/", "https://example.com/a?b=c#d", "mailto:someone@example.com"] as const;

export const NO_URLS = ["example.com", "/a/b", "https://exa mple.com", "today"] as const;

export function isDateText(text: string): boolean {
  return (DATES as readonly string[]).includes(text);
}

export function isUrlText(text: string): boolean {
  return (URLS as readonly string[]).includes(text);
}
