/** What may be said of an MCP server beside where it is: a closed list. */
import {
  aBoolean,
  aDuration,
  aListOfTexts,
  assertOptions,
  aText,
  type OptionCheck,
  type OptionChecks,
} from "../../errors/assert-options.ts";
import { UserError } from "../../errors/user-error.ts";
import type { RunContext } from "../../tool/run-context.ts";

export type Headers = Readonly<Record<string, string>>;

/** All lists hold names as the server has them, without the prefix. */
export interface MCPServerOptions {
  /** For messages, and yours to choose: two servers may call themselves the same. */
  readonly name: string;
  /** Only these tools. */
  readonly include?: readonly string[];
  /** All but these. */
  readonly exclude?: readonly string[];
  /** Calls of these wait for the approval of a person; `true`: of all. */
  readonly needsApproval?: readonly string[] | true;
  /**
   * The yes of a person to a call of one of these also answers the server, where that is one of runa's and asks for
   * approval of exactly this call. Whatever else a server asks is declined. Default false: a server cannot ask.
   */
  readonly forwardApprovals?: boolean;
  /** Joined to the names of the tools by `_`: `fs` makes `fs_read` of `read`. */
  readonly prefix?: string;
  /** Over HTTP: sent with every request. A function is asked at the start of each run. */
  readonly headers?: Headers | ((ctx: RunContext) => Headers | Promise<Headers>);
  /** Milliseconds for connecting, for listing, and for each call. Default 10 000. */
  readonly timeout?: number;
  /** Where the server cannot be had, its tools are left out, with a warning. Default: the run ends with an error. */
  readonly optional?: boolean;
  /** Whether the connection stays open between runs. Default true; close it with `close()`. */
  readonly keepAlive?: boolean;
}

const someHeaders: OptionCheck = (value) =>
  typeof value === "function" || isRecordOfTexts(value)
    ? undefined
    : "must be an object of texts, or a function that gives one";

const CHECKS: OptionChecks<MCPServerOptions> = {
  name: aText,
  include: aListOfTexts,
  exclude: aListOfTexts,
  needsApproval: (value) => (value === true ? undefined : aListOfTexts(value)),
  forwardApprovals: aBoolean,
  prefix: (value) =>
    typeof value === "string" && /^[a-zA-Z0-9_-]+$/.test(value) ? undefined : "must be letters, digits, _ and -",
  headers: someHeaders,
  timeout: aDuration,
  optional: aBoolean,
  keepAlive: aBoolean,
};

/** @throws UserError */
export function assertMCPServerOptions(options: MCPServerOptions): void {
  assertOptions<MCPServerOptions>(options, CHECKS, "MCPServer");
  if (options.forwardApprovals && options.needsApproval === undefined)
    throw new UserError(
      "RUNA_INVALID_OPTION",
      `MCPServer: option "forwardApprovals" goes with needsApproval: there is no yes to hand on for tools whose calls nobody approves here.`,
    );
}

export interface StdioOptions {
  /** Beside a few harmless variables of this process, such as PATH: nothing else is handed on. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

const STDIO_CHECKS: OptionChecks<StdioOptions> = {
  env: (value) => (isRecordOfTexts(value) ? undefined : "must be an object of texts"),
  cwd: aText,
};

/** @throws UserError */
export function assertStdioOptions(options: StdioOptions, where: string): void {
  assertOptions<StdioOptions>(options, STDIO_CHECKS, where);
}

export function isRecordOfTexts(value: unknown): value is Headers {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === "string")
  );
}
