import { warn } from "../logging/logger.ts";

const warned = new Set<string>();

/**
 * Tells the developer, by the logger, else by Node's own warnings (`process.on("warning")`, `--no-warnings`), and only
 * once about one subject, whatever a model does. Names only: never values, which may be private.
 */
export function warnOnce(code: string, subject: string, message: string): void {
  const key = `${code} ${subject}`;
  if (warned.has(key)) return;
  warned.add(key);
  warn(code, message);
}
