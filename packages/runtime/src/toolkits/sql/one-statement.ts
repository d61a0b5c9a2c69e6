/** Whether a text of SQLite's SQL is one statement: the database runs the first and drops the rest without a word. */

/** A string or quoted name, where a doubled quote is one; a comment, which may have no end. */
const SKIPPED = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** A trigger has statements inside, and counts as several. */
export function isOneStatement(sql: string): boolean {
  const bare = sql.replace(SKIPPED, (part) => (part.startsWith("--") || part.startsWith("/*") ? " " : "?"));
  // Not a regular expression: on a long run of blanks it would go back and forth for minutes.
  const [first = "", ...others] = bare.split(";");
  return first.trim() !== "" && others.every((other) => other.trim() === "");
}
