/**
 * What would be written: from a project on disk to the texts of its outputs and all findings, in memory. Both `generate`
 * and `check` begin with it.
 */
import { existsSync } from "node:fs";
import type { Dialect, Manifest } from "@runa/runtime/manifest";
import { applyStrict } from "./diagnostics/apply-strict.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { createDiagnosticLog, type DiagnosticLog } from "./diagnostics/diagnostic-log.ts";
import { dropConsequences } from "./diagnostics/drop-consequences.ts";
import { relativePath, toSlashes } from "./diagnostics/relative-path.ts";
import { sortDiagnostics } from "./diagnostics/sort-diagnostics.ts";
import { assembleManifest } from "./manifest/assemble-manifest.ts";
import { checkSize } from "./manifest/check-size.ts";
import { checkTargets } from "./manifest/check-targets.ts";
import type { DescribedSchema, DescribedTool } from "./manifest/described-tool.ts";
import { estimateTokens } from "./manifest/estimate-tokens.ts";
import { type ImportExtension, isMisreadAsUrl, toImportSpecifier } from "./manifest/import-specifier.ts";
import { serializeManifest } from "./manifest/serialize-manifest.ts";
import {
  type BindingInput,
  writeBindingDeclarations,
  writeJavaScriptBinding,
  writeTypeScriptBinding,
} from "./manifest/write-binding.ts";
import { allOutputs, type OutputPaths, toOutputPaths } from "./outputs/output-paths.ts";
import type { Output } from "./outputs/write-outputs.ts";
import type { BindingFacts } from "./project/binding-facts.ts";
import { readProject } from "./project/read-project.ts";
import { toParametersSchema } from "./schema/to-parameters-schema.ts";
import { toReturnsSchema } from "./schema/to-returns-schema.ts";
import { toSchemaDefinition } from "./schema/to-schema-definition.ts";
import type { SourceLocation } from "./signature/source-location.ts";
import type { SchemaSignature, ToolSignature } from "./signature/tool-signature.ts";

export interface BuildOptions {
  /** The project's folder, which all other paths are relative to. Default: the working directory. */
  readonly cwd?: string;
  /** Files, folders or globs. Default: the TypeScript files below `src`, or below the folder where there is no `src`. */
  readonly entries?: readonly string[];
  /** The manifest, a `.json` file; the binding stands beside it. Default: `src/runa.tools.json`. */
  readonly out?: string;
  /** The tsconfig or its folder. Default: the nearest one. */
  readonly project?: string;
  /** Whether to write a binding. Default: true. */
  readonly binding?: boolean;
  /** How the binding names modules. Default: as the tsconfig asks for. */
  readonly importExtension?: ImportExtension;
  /** Warnings, and notes on missing texts, are errors. */
  readonly strict?: boolean;
  /** An error if the definitions take more, estimated at four characters a token. */
  readonly maxTokens?: number;
  /** Dialects that the tools are meant for: what one cannot carry is a finding. */
  readonly targets?: readonly Dialect[];
}

export interface Build {
  readonly paths: OutputPaths;
  readonly manifest: Manifest;
  /** The manifest first. */
  readonly outputs: readonly Output[];
  readonly tools: readonly ToolSignature[];
  readonly schemas: readonly SchemaSignature[];
  readonly log: DiagnosticLog;
  /** Every file whose content mattered; absolute. */
  readonly inputs: readonly string[];
}

export function build(options: BuildOptions, cwd: string): Build {
  const log = createDiagnosticLog();
  const paths = toOutputPaths(cwd, options.out);
  const { entries, project } = options;
  const reading = readProject(
    {
      cwd,
      exclude: allOutputs(paths),
      bindingFile: toSlashes(paths.typescript[0]),
      ...(entries && { entries }),
      ...(project !== undefined && { project }),
    },
    log,
  );
  const tools = reading.tools.map((signature) => describeTool(signature, log));
  const schemas = reading.schemas.map((signature) => describeSchema(signature, log));
  const manifest = assembleManifest(tools, schemas, paths.manifest);
  if (options.maxTokens !== undefined) reportBudget(manifest, options.maxTokens, log);

  const declarations = locationsOf(reading.tools);
  checkSize(manifest, declarations, log);
  if (options.targets) checkTargets(manifest, options.targets, declarations, log);

  const isEmpty = tools.length + schemas.length === 0;
  if (isEmpty && !hasErrors(log.diagnostics)) log.report("no-tools", {}, { files: reading.sourceFiles.length });
  // A project that never had a tool gets no files; one that lost its last tool gets files that say so.
  const outputs =
    isEmpty && !existsSync(paths.manifest) ? [] : [{ file: paths.manifest, text: serializeManifest(manifest) }];
  if (outputs.length > 0 && (options.binding ?? true)) {
    const extension = options.importExtension ?? importExtensionOf(reading.facts);
    const input = { manifest, manifestFile: paths.manifest, tools, schemas, extension };
    if (reading.facts.isJavaScriptOnly) {
      const [binding, declarations] = paths.javascript;
      outputs.push({ file: binding, text: writeJavaScriptBinding(input) });
      outputs.push({ file: declarations, text: writeBindingDeclarations(input) });
    } else {
      outputs.push({ file: paths.typescript[0], text: writeTypeScriptBinding(input) });
      if (extension !== "none") reportMisread(input, cwd, log);
    }
    if (reading.facts.emitsCommonJs) reportCommonJs(outputs[1]?.file ?? paths.manifest, paths.manifest, cwd, log);
  }
  const inputs = [...reading.sourceFiles, ...reading.configFiles];
  return { paths, manifest, outputs, tools: reading.tools, schemas: reading.schemas, log, inputs };
}

/** All findings so far, in the order in which they are shown. */
export function findingsOf(log: DiagnosticLog, { strict = false }: BuildOptions): readonly Diagnostic[] {
  const found = dropConsequences(log.diagnostics);
  return sortDiagnostics(strict ? applyStrict(found) : found);
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** Where each is declared, by name. */
export function locationsOf(
  signatures: readonly { readonly name: string; readonly location: SourceLocation }[],
): ReadonlyMap<string, SourceLocation> {
  return new Map(signatures.map(({ name, location }) => [name, location]));
}

function describeTool(signature: ToolSignature, log: DiagnosticLog): DescribedTool {
  const returns = signature.returns && toReturnsSchema(signature.returns);
  return { signature, parameters: toParametersSchema(signature, log), ...(returns && { returns }) };
}

function describeSchema(signature: SchemaSignature, log: DiagnosticLog): DescribedSchema {
  return { signature, definition: toSchemaDefinition(signature, log) };
}

function importExtensionOf(facts: BindingFacts): ImportExtension {
  if (facts.allowImportingTsExtensions || facts.rewriteRelativeImportExtensions) return "ts";
  return facts.moduleResolution === "bundler" || facts.module === "preserve" ? "none" : "js";
}

function reportBudget(manifest: Manifest, limit: number, log: DiagnosticLog): void {
  const { total, tools } = estimateTokens(manifest);
  if (total > limit) log.report("over-budget", {}, { estimate: total, limit, largest: tools.slice(0, 3) });
}

/** One finding for a module, at its first tool. What is imported for its type only is never seen by Node. */
function reportMisread({ tools, manifestFile, extension }: BindingInput, cwd: string, log: DiagnosticLog): void {
  const seen = new Set<string>();
  for (const { signature } of tools) {
    const specifier = toImportSpecifier(manifestFile, signature.module, extension);
    if (signature.isExternal || seen.has(specifier) || !isMisreadAsUrl(specifier)) continue;
    seen.add(specifier);
    const facts = { module: relativePath(cwd, signature.module), manifest: relativePath(cwd, manifestFile) };
    log.report("misread-module", { location: signature.location, tool: signature.name }, facts);
  }
}

function reportCommonJs(file: string, manifestFile: string, cwd: string, log: DiagnosticLog): void {
  log.report("commonjs-project", {}, { file: relativePath(cwd, file), manifest: relativePath(cwd, manifestFile) });
}
