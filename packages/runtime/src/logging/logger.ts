/**
 * Where the package says what happens in it. Names and numbers are told at `info`, contents of conversations only at
 * `debug`, and there without what is secret.
 */

/** What a line is about: names, ids, numbers; at `debug` also contents. */
export interface LogFacts {
  readonly [name: string]: unknown;
}

/**
 * A small part of what most logging libraries offer.
 *
 * **Contract.** Never throws, and does not keep the run waiting.
 */
export interface Logger {
  debug(message: string, facts: LogFacts): void;
  info(message: string, facts: LogFacts): void;
  warn(message: string, facts: LogFacts): void;
}

let chosen: Logger | undefined;
let ofEnvironment: Logger | undefined | "unread" = "unread";

/**
 * Sends what the package has to say to a logger of yours, for the whole process; `undefined` goes back to the default:
 * warnings as Node's own warnings, and the rest to standard error where the environment variable `RUNA_LOG` is `info` or
 * `debug`.
 *
 * @example
 * ```ts
 * setLogger({
 *   debug: (message, facts) => log.debug(facts, message),
 *   info: (message, facts) => log.info(facts, message),
 *   warn: (message, facts) => log.warn(facts, message),
 * });
 * ```
 */
export function setLogger(logger: Logger | undefined): void {
  chosen = logger;
}

/** @internal Absent where nobody wants to know more than the warnings. */
export function activeLogger(): Logger | undefined {
  if (chosen) return chosen;
  if (ofEnvironment === "unread") ofEnvironment = readEnvironment(process.env.RUNA_LOG);
  return ofEnvironment;
}

/** @internal A warning of the package. Names only: never values, which may be private. */
export function warn(code: string, message: string): void {
  if (chosen) chosen.warn(message, { code });
  else process.emitWarning(message, { type: "RunaWarning", code });
}

function readEnvironment(level: string | undefined): Logger | undefined {
  if (level !== "info" && level !== "debug") return undefined;
  const write = (name: string) => (message: string, facts: LogFacts) => {
    process.stderr.write(`runa ${name} ${message}${formatFacts(facts)}\n`);
  };
  return { debug: level === "debug" ? write("debug") : () => {}, info: write("info"), warn: write("warn") };
}

/** One line, whatever the values hold. */
function formatFacts(facts: LogFacts): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${formatValue(value)}`)
    .join("");
}

function formatValue(value: unknown): string {
  if (typeof value === "string" && /^[\w.:/@-]+$/.test(value)) return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // A circle, a bigint: a log line is not worth more.
    return `(${typeof value})`;
  }
}
