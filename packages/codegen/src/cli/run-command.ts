/**
 * One run of `runa-gen`: words in, text and an exit code out. What is imported here is loaded on every run; the compiler
 * and all that needs it is loaded only when there is something to do.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { KeepCode } from "../cache/compiler-code.ts";
import { CAN_REMEMBER, compilerCodeFile, findUnchangedRun, type RunKey } from "../cache/run-record.ts";
import { relativePath } from "../diagnostics/relative-path.ts";
import { colorsFor } from "./colors.ts";
import { type CommandLine, parseCommandLine } from "./command-line.ts";
import { planRun } from "./plan-run.ts";
import { renderFindings, renderHiddenNotes } from "./render-report.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

export async function runCommand(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const line = parseCommandLine(words, (entry) => existsSync(resolve(terminal.cwd, entry)));
  switch (line.kind) {
    case "help": {
      const { HELP } = await import("./help.ts");
      terminal.out(HELP);
      return 0;
    }
    case "version": {
      const { readVersion } = await import("./version.ts");
      terminal.out(`${readVersion()}\n`);
      return 0;
    }
    case "wrong-use": {
      const { USAGE } = await import("./help.ts");
      terminal.err(`runa-gen: ${line.message}\n${USAGE}`);
      return 2;
    }
    case "run":
      return run(line, terminal);
  }
}

async function run(line: Extract<CommandLine, { kind: "run" }>, terminal: Terminal): Promise<ExitCode> {
  const plan = planRun(line.options, terminal.cwd);
  if (!plan.ok) {
    terminal.err(`runa-gen: ${plan.problem}\n`);
    return 2;
  }
  const { command } = line;
  const context = {
    build: plan.options,
    key: plan.key,
    command: line.options,
    report: { format: line.options.format, notes: line.options.notes, colors: await colorsFor(terminal) },
    terminal,
    remember: CAN_REMEMBER && line.options.cache,
  };
  if (context.remember && (command === "generate" || command === "check")) {
    const record = findUnchangedRun(plan.key);
    if (record) {
      terminal.out(renderFindings(record.diagnostics, context.report, terminal));
      if (context.report.format === "pretty") {
        const file = relativePath(terminal.cwd, plan.key.manifestFile);
        terminal.out(`${file} is up to date (${record.contents}).\n`);
        terminal.out(renderHiddenNotes(record.diagnostics, context.report));
      }
      return 0;
    }
  }
  const keepCode = context.remember ? await preload(plan.key) : undefined;
  const { COMMANDS_BY_NAME } = await import("./commands.ts");
  const exitCode = await COMMANDS_BY_NAME[command](context);
  keepCode?.();
  return exitCode;
}

async function preload(key: RunKey): Promise<KeepCode | undefined> {
  const file = compilerCodeFile(key);
  if (file === undefined) return undefined;
  const { preloadCompiler } = await import("../cache/compiler-code.ts");
  return preloadCompiler(file);
}
