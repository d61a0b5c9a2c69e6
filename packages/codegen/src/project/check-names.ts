/** Names must be such as providers accept, and each must be there once. */
import { relative } from "node:path";
import { TOOL_NAME_PATTERN } from "@runa/runtime/manifest";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import type { SourceLocation } from "../signature/source-location.ts";
import { toSlashes } from "./to-slashes.ts";

interface Named {
  readonly name: string;
  readonly location: SourceLocation;
}

export function checkToolNames(tools: readonly Named[], { cwd, log }: { cwd: string; log: DiagnosticLog }): void {
  for (const { name, location } of tools)
    if (!TOOL_NAME_PATTERN.test(name)) log.report("tool-name", { location, tool: name }, { name });
  reportRepeated(tools, cwd, ({ name, location }, first) =>
    log.report("duplicate-tool", { location, tool: name }, { name, first }),
  );
}

export function checkSchemaNames(schemas: readonly Named[], { cwd, log }: { cwd: string; log: DiagnosticLog }): void {
  reportRepeated(schemas, cwd, ({ name, location }, first) =>
    log.report("duplicate-schema", { location }, { name, first }),
  );
}

function reportRepeated(named: readonly Named[], cwd: string, report: (repeated: Named, first: string) => void): void {
  const first = new Map<string, SourceLocation>();
  for (const each of named) {
    const known = first.get(each.name);
    if (known === undefined) first.set(each.name, each.location);
    else report(each, `${toSlashes(relative(cwd, known.file))}:${known.line}:${known.column}`);
  }
}
