/**
 * From a folder on disk to the tools in it as plain data: finds the config and the entries, loads what the tools need
 * and no more, finds the tools and reads their signatures. No user code is run, and nothing is written.
 */
import { relative } from "node:path";
import type { ts } from "ts-morph";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import { readSignature } from "../reader/read-signature.ts";
import { createSignatureReading } from "../reader/signature-reading.ts";
import type { SourceLocation } from "../signature/source-location.ts";
import type { SchemaSignature, ToolSignature } from "../signature/tool-signature.ts";
import { type BindingFacts, readBindingFacts } from "./binding-facts.ts";
import { checkSchemaNames, checkToolNames } from "./check-names.ts";
import { reportSignatureErrors, reportSyntaxErrors, toDiagnostic } from "./compiler-findings.ts";
import { createProgram } from "./create-program.ts";
import { listExportedSymbols } from "./exported-symbols.ts";
import { findSchemas, readSchema } from "./find-schemas.ts";
import { findTools } from "./find-tools.ts";
import { type EntryOptions, listEntries } from "./list-entries.ts";
import { createClaims } from "./marks.ts";
import { findProjectConfigs, type ProjectConfig } from "./project-config.ts";
import { selectFiles } from "./select-files.ts";
import { reportStrayMarks } from "./stray-marks.ts";
import { toSlashes } from "./to-slashes.ts";

export interface ProjectOptions extends EntryOptions {
  /** The tsconfig, or its folder; absent for the nearest one from `cwd` upwards. */
  readonly project?: string;
  /** Where the binding is going to stand; absolute. */
  readonly bindingFile?: string;
}

export interface ProjectReading {
  /** In path order of their modules, and there in the order of their declarations. */
  readonly tools: readonly ToolSignature[];
  readonly schemas: readonly SchemaSignature[];
  /** Files whose content decided the outcome, without the compiler's own library; absolute, sorted. */
  readonly sourceFiles: readonly string[];
  /** The tsconfigs and `package.json`s that were read; absolute, sorted. */
  readonly configFiles: readonly string[];
  readonly facts: BindingFacts;
}

/**
 * Reads a project. Whatever is wrong goes to the log, all of it in one pass; a tool that has a finding may be missing
 * from the reading, or be there incompletely.
 */
export function readProject(options: ProjectOptions, log: DiagnosticLog): ProjectReading {
  const { cwd, project, bindingFile } = options;
  const configs = findProjectConfigs({ cwd, ...(project !== undefined && { project }) });
  for (const problem of configs.problems) log.add(toDiagnostic(problem));
  const readings = groupByConfig(listEntries(options, log), configs.configFor).map((group) =>
    readGroup({ ...group, cwd, ...(bindingFile !== undefined && { bindingFile }) }, log),
  );

  const tools = readings.flatMap((reading) => reading.tools).sort(byPlace);
  const schemas = readings.flatMap((reading) => reading.schemas).sort(byPlace);
  checkToolNames(tools, { cwd, log });
  checkSchemaNames(schemas, { cwd, log });
  return {
    tools,
    schemas,
    sourceFiles: sorted(readings.flatMap((reading) => reading.sourceFiles)),
    configFiles: sorted([...configs.filesRead(), ...readings.flatMap((reading) => reading.packageFiles)]),
    facts: (readings.find((reading) => reading.tools.length > 0) ?? readings[0])?.facts ?? NO_FACTS,
  };
}

interface Placed {
  readonly module: string;
  readonly location: SourceLocation;
}

function byPlace(left: Placed, right: Placed): number {
  return (
    compare(left.module, right.module) ||
    compare(left.location.file, right.location.file) ||
    left.location.line - right.location.line ||
    left.location.column - right.location.column
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What holds where there is no file to be read. */
const NO_FACTS: BindingFacts = {
  allowImportingTsExtensions: false,
  rewriteRelativeImportExtensions: false,
  module: "nodenext",
  moduleResolution: "nodenext",
  emitsCommonJs: false,
  isJavaScriptOnly: false,
};

interface Group {
  readonly config: ProjectConfig;
  readonly entries: readonly string[];
}

/** Entries of several referenced projects are read with the options of their own one each. */
function groupByConfig(entries: readonly string[], configFor: (file: string) => ProjectConfig): readonly Group[] {
  const groups = new Map<ProjectConfig, string[]>();
  for (const entry of entries) {
    const config = configFor(entry);
    groups.set(config, [...(groups.get(config) ?? []), entry]);
  }
  return [...groups].map(([config, own]) => ({ config, entries: own }));
}

interface GroupReading extends Omit<ProjectReading, "configFiles"> {
  readonly packageFiles: readonly string[];
}

function readGroup(
  { config, entries, cwd, bindingFile }: Group & Pick<ProjectOptions, "cwd" | "bindingFile">,
  log: DiagnosticLog,
): GroupReading {
  const hasJavaScript = entries.some((entry) => /\.[cm]?jsx?$/.test(entry));
  const options: ts.CompilerOptions = { ...config.options, ...(hasJavaScript && { allowJs: true }) };
  const selected = selectFiles({ entries, projectFiles: config.fileNames, options });
  for (const [file, reason] of selected.unreadable)
    log.report("unreadable-source", {}, { file: toSlashes(relative(cwd, file)), reason });
  const rootNames = [...new Set([...selected.toolFiles, ...selected.ambientFiles])];
  const { program, packageFiles } = createProgram({ rootNames, options, cwd, textOf: selected.textOf });
  const toolFiles = selected.toolFiles.flatMap((file) => program.getSourceFile(file) ?? []);
  const soundFiles = reportSyntaxErrors(program, toolFiles, log);

  const reading = createSignatureReading(program, log);
  const exported = [...listExportedSymbols(soundFiles, reading.checker).values()];
  const marks = { reading, claims: createClaims(), calls: new Set<ts.CallExpression>() };
  const tools = findTools(exported, marks);
  const schemas = findSchemas(exported, marks.claims, log);
  for (const file of soundFiles) reportStrayMarks(file, marks);
  reportSignatureErrors(program, tools, log);

  return {
    tools: tools.map((tool) => readSignature(tool, reading)),
    schemas: schemas.map((schema) => readSchema(schema, reading)),
    sourceFiles: [
      ...program
        .getSourceFiles()
        .filter((file) => !program.isSourceFileDefaultLibrary(file))
        .map((file) => toSlashes(file.fileName)),
      ...selected.filesRead,
    ],
    packageFiles: [...packageFiles],
    // Without a config nobody has allowed `.ts` in imports yet; `.js` works whatever is written into it.
    facts: {
      ...readBindingFacts(program, toolFiles, bindingFile),
      ...(config.path === undefined && { allowImportingTsExtensions: false }),
    },
  };
}

function sorted(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].sort();
}
