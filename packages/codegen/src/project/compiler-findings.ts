/**
 * The compiler's own errors, as far as they are ours to show: syntax errors, and errors that reach the signature of a
 * tool. What is wrong in bodies is `tsc`'s to say, and bodies are never checked.
 */
import { ts } from "ts-morph";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import { sourceLocationOf, sourceLocationOfSpan } from "../reader/source-location-of.ts";
import type { ToolDeclaration } from "../reader/tool-declaration.ts";
import { isPlain } from "./plain-types.ts";
import { createReachReader, type SignatureReach } from "./signature-reach.ts";

/** The files without a syntax error: what the parser makes of the others is not what their author means. */
export function reportSyntaxErrors(
  program: ts.Program,
  files: readonly ts.SourceFile[],
  log: DiagnosticLog,
): readonly ts.SourceFile[] {
  return files.filter((file) => {
    const errors = program.getSyntacticDiagnostics(file);
    for (const error of errors) log.add(toDiagnostic(error));
    return errors.length === 0;
  });
}

export function reportSignatureErrors(
  program: ts.Program,
  tools: readonly ToolDeclaration[],
  log: DiagnosticLog,
): void {
  const reachOf = createReachReader(program.getTypeChecker());
  const reaches = tools.map((tool) => ({ tool, reach: reachOf(tool) }));
  const errors = errorsByFile(program, reaches);
  for (const { tool, reach } of reaches) {
    const reported = reportErrorsOf(tool, reach, errors, log);
    // Silent where a comment (`@ts-expect-error`) or a plain JavaScript file keeps the compiler from saying so.
    reportUnresolvedInPackages(tool, reach, log);
    for (const { node, module } of reported ? [] : reach.unresolved) {
      if (packageOf(node) !== undefined) continue;
      const where = { location: sourceLocationOf(node), tool: tool.name };
      log.report("unresolved-type", where, { tool: tool.name, name: node.text, module });
    }
  }
}

/**
 * A package may name types of others that one may do without (`sass` in the options of a bundler). Who uses the package
 * can neither change that nor need care: what such a type would say stays open.
 */
function reportUnresolvedInPackages(tool: ToolDeclaration, { unresolved }: SignatureReach, log: DiagnosticLog): void {
  const byPackage = new Map<string, Set<string>>();
  for (const { node, module } of unresolved) {
    const name = packageOf(node);
    if (name !== undefined) byPackage.set(name, (byPackage.get(name) ?? new Set()).add(module ?? node.text));
  }
  const where = { location: sourceLocationOf(tool.nameNode), tool: tool.name };
  for (const [packageName, missing] of byPackage)
    log.report("unresolved-in-package", where, { tool: tool.name, packageName, missing: [...missing].sort() });
}

function packageOf(node: ts.Node): string | undefined {
  return /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(node.getSourceFile().fileName)?.[1];
}

type ErrorsByFile = ReadonlyMap<ts.SourceFile, readonly ts.DiagnosticWithLocation[]>;

/** Checks in each file only the stretches that some signature is made of, and of those only what may be wrong. */
function errorsByFile(program: ts.Program, reaches: readonly { readonly reach: SignatureReach }[]): ErrorsByFile {
  const checker = program.getTypeChecker();
  const stretches = new Map<ts.SourceFile, Set<ts.Node>>();
  // Whether the files of packages are checked is a setting of the user's (`skipLibCheck`); what they lack is said apart.
  const isInPackage = (node: ts.Node): boolean => packageOf(node) !== undefined;
  const nodesIn = (file: ts.SourceFile): Set<ts.Node> => {
    const nodes = stretches.get(file) ?? new Set();
    stretches.set(file, nodes);
    return nodes;
  };
  const seen = new Set<ts.Node>();
  for (const { reach } of reaches) {
    const hasUnresolved = reach.unresolved.length > 0;
    for (const node of reach.checked) {
      if (seen.has(node) || isInPackage(node)) continue;
      seen.add(node);
      if (hasUnresolved || !isPlain(node, checker)) nodesIn(node.getSourceFile()).add(node);
    }
    // What an import fails to bring is reported where it stands, as a consequence of checking the name.
    if (hasUnresolved) for (const node of reach.imports) if (!isInPackage(node)) nodesIn(node.getSourceFile());
  }
  const errors = new Map<ts.SourceFile, readonly ts.DiagnosticWithLocation[]>();
  for (const [file, nodes] of stretches) {
    const found = checkNodes(program, file, [...nodes]).filter(isOurs);
    if (found.length > 0) errors.set(file, found);
  }
  return errors;
}

/**
 * The compiler checks parts of a file for editors, by a third argument that its types do not mention. A version without
 * it would check the whole file: slower, and as right, since what lies outside of the nodes is not reported.
 */
function checkNodes(program: ts.Program, file: ts.SourceFile, nodes: readonly ts.Node[]): readonly ts.Diagnostic[] {
  const check: (
    file: ts.SourceFile,
    token: ts.CancellationToken | undefined,
    nodes: readonly ts.Node[],
  ) => readonly ts.Diagnostic[] = program.getSemanticDiagnostics;
  return check(file, undefined, nodes);
}

/** 6xxx are hints, 7xxx complain of types that are left to inference: such a parameter is open, and no error. */
function isOurs(diagnostic: ts.Diagnostic): diagnostic is ts.DiagnosticWithLocation {
  const isHint = diagnostic.code >= 6000 && diagnostic.code < 8000;
  return diagnostic.category === ts.DiagnosticCategory.Error && diagnostic.file !== undefined && !isHint;
}

function reportErrorsOf(
  tool: ToolDeclaration,
  reach: SignatureReach,
  errors: ErrorsByFile,
  log: DiagnosticLog,
): boolean {
  if (errors.size === 0) return false;
  const found = new Set<ts.DiagnosticWithLocation>();
  for (const node of [...reach.checked, ...[...reach.imports].map(wholeImport)]) {
    for (const error of errors.get(node.getSourceFile()) ?? [])
      if (error.start >= node.getFullStart() && error.start < node.end && concerns(error, node, reach))
        found.add(error);
  }
  for (const error of found) log.add(toDiagnostic(error, tool.name));
  return found.size > 0;
}

/** `./ghost` in `import { Ghost, Other } from "./ghost"` concerns every name, an error at `Other` only that one. */
function concerns(error: ts.DiagnosticWithLocation, node: ts.Node, { imports }: SignatureReach): boolean {
  if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return true;
  if (node.moduleSpecifier && error.start >= node.moduleSpecifier.pos) return true;
  return [...imports].some((name) => error.start >= name.pos && error.start < name.end);
}

function wholeImport(node: ts.Node): ts.Node {
  return ts.findAncestor(node, (parent) => ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) ?? node;
}

export function toDiagnostic(diagnostic: ts.Diagnostic, tool?: string): Diagnostic {
  const { file, start, length = 0 } = diagnostic;
  return {
    severity: "error",
    code: `TS${diagnostic.code}`,
    message: ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"),
    ...(file && start !== undefined && { location: sourceLocationOfSpan(file, start, start + length) }),
    ...(tool !== undefined && { tool }),
  };
}
