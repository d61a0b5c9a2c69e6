/** `--watch`: writes again whenever a source changes, and says so in one line. */
import { setTimeout as wait } from "node:timers/promises";
import { hasErrors } from "../build.ts";
import { relativePath, toSlashes } from "../diagnostics/relative-path.ts";
import { type GenerateResult, generate } from "../generate.ts";
import { allOutputs, toOutputPaths } from "../outputs/output-paths.ts";
import type { CommandContext } from "./command-context.ts";
import { countContents, countFindings, renderFindings } from "./render-report.ts";
import type { ExitCode } from "./terminal.ts";

/** An editor that saves many files at once makes one change of it. */
const QUIET_MILLISECONDS = 60;

/** Ends when the terminal's signal does; without one, with the process. */
export async function runWatch(context: CommandContext): Promise<ExitCode> {
  const { terminal, build, key } = context;
  const outputs = new Set(allOutputs(toOutputPaths(build.cwd, build.out)));
  const first = await generate(build);
  terminal.out(renderFindings(first.diagnostics, context.report, terminal) + lineFor("Watching", first, context));

  const { watch } = await import("chokidar");
  const outside = first.inputs.filter((file) => !file.startsWith(`${key.root}/`) && !file.includes("/node_modules/"));
  const watcher = watch([key.root, ...key.entryFolders, ...outside], {
    ignoreInitial: true,
    ignored: (path, stats) => {
      const name = path.slice(path.lastIndexOf("/") + 1);
      if (toSlashes(path) !== key.root && (name === "node_modules" || name.startsWith("."))) return true;
      return outputs.has(toSlashes(path)) || (stats?.isFile() === true && !SOURCES.test(name));
    },
  });
  const changed = new Set<string>();
  let wake: () => void = () => undefined;
  watcher.on("all", (_event, path) => {
    changed.add(relativePath(terminal.cwd, path));
    wake();
  });
  watcher.on("error", (error) => terminal.err(`runa-gen: ${error instanceof Error ? error.message : String(error)}\n`));
  const { signal } = terminal;
  signal?.addEventListener("abort", () => wake(), { once: true });
  try {
    while (!signal?.aborted) {
      if (changed.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        await wait(QUIET_MILLISECONDS);
        continue;
      }
      const files = [...changed].sort();
      changed.clear();
      const result = await generate(build);
      terminal.out(
        renderFindings(result.diagnostics, context.report, terminal) + lineFor(nameChange(files), result, context),
      );
    }
  } finally {
    await watcher.close();
  }
  return 0;
}

const SOURCES = /\.[cm]?[jt]sx?$|^(?:package|[jt]sconfig.*)\.json$/;

function nameChange([first = "", ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}

function lineFor(
  what: string,
  { diagnostics, written, removed, manifest }: GenerateResult,
  context: CommandContext,
): string {
  const { colors } = context.report;
  const shown = [...written, ...removed].map((file) => relativePath(context.terminal.cwd, file)).join(", ");
  const counted = countFindings(diagnostics);
  const findings = counted === undefined ? "" : `; ${counted}`;
  if (hasErrors(diagnostics)) return `${what}: ${colors.red("nothing was written")}${findings}.\n`;
  const outcome = shown === "" ? "up to date" : colors.green(`wrote ${shown}`);
  return `${what}: ${outcome} (${countContents(manifest)})${findings}.\n`;
}
