/** What every command is given. */
import type { BuildOptions } from "../build.ts";
import type { RunKey } from "../cache/run-record.ts";
import type { CommandOptions } from "./command-line.ts";
import type { ReportOptions } from "./render-report.ts";
import type { Terminal } from "./terminal.ts";

export interface CommandContext {
  readonly build: BuildOptions & { readonly cwd: string };
  readonly key: RunKey;
  readonly command: CommandOptions;
  readonly report: ReportOptions;
  readonly terminal: Terminal;
  /** Whether a record of the run is kept. */
  readonly remember: boolean;
}
