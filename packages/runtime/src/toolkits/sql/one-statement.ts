/** Whether a text of SQLite's SQL is one statement: the database runs the first and drops the rest without a word. */

/** A string or quoted name, where a doubled quote is one; a comment, which may have no end. */
const SKIPPED = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Without comments, and with a mark for each string and quoted name. */
export function bareSql(sql: string): string {
  return sql.replace(SKIPPED, (part) => (part.startsWith("--") || part.startsWith("/*") ? " " : "?"));
}

/** A trigger has statements inside, and counts as several. */
export function isOneStatement(sql: string): boolean {
  // Not a regular expression: on a long run of blanks it would go back and forth for minutes.
  const [first = "", ...others] = bareSql(sql).split(";");
  return first.trim() !== "" && others.every((other) => other.trim() === "");
}
