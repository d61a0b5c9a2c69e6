/** The last step of finding: names a marked function, and refuses those that no model can be offered. */
import { ts } from "ts-morph";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import { isThis } from "../reader/compiler-parameter.ts";
import { sourceLocationOf } from "../reader/source-location-of.ts";
import type { ToolDeclaration } from "../reader/tool-declaration.ts";
import type { DocComment } from "../signature/doc-comment.ts";
import type { ExportedSymbol } from "./exported-symbols.ts";
import type { FunctionSearch } from "./function-of.ts";
import { tagOf } from "./marks.ts";
import type { StaticOptions } from "./tool-calls.ts";

export interface MarkedFunction {
  readonly exported: ExportedSymbol;
  /** The declaration itself, for its modifiers. */
  readonly node: ts.Declaration;
  /** What is shown when something is said about it. */
  readonly nameNode: ts.Node;
  readonly doc: DocComment | undefined;
  /** `@tool other_name`. */
  readonly rename: string | undefined;
  /** The options of a call of `tool`. */
  readonly options?: StaticOptions;
  /** The name that it is exported or declared under; absent for an unnamed default export. */
  readonly ownName: string | undefined;
  readonly search: FunctionSearch;
  readonly method?: { readonly name: string; readonly isStatic: boolean };
}

export function toToolDeclaration(marked: MarkedFunction, log: DiagnosticLog): readonly ToolDeclaration[] {
  const { exported, node, nameNode, doc, rename, options = {}, ownName, search, method } = marked;
  const location = sourceLocationOf(nameNode);
  if (rename !== undefined && options.name !== undefined && rename !== options.name) {
    const where = { location: sourceLocationOf(options.nameNode ?? nameNode), tool: options.name };
    log.report("two-names", where, { tag: rename, option: options.name });
  }
  const name = options.name ?? rename ?? ownName;
  if (name === undefined) {
    log.report(
      "unnamed-default",
      { location },
      { module: exported.module.slice(exported.module.lastIndexOf("/") + 1) },
    );
    return [];
  }
  const where = { location, tool: name };
  switch (search.kind) {
    case "overloads":
      log.report("overloaded-tool", where, { name, count: search.count });
      return [];
    case "none":
      log.report("not-a-tool", where, { what: `"${name}" is no function and` });
      return [];
    case "function":
      break;
  }
  const { signature, declaration, implementation } = search;
  const wanted = method ? undefined : declaration.parameters.filter(ts.isParameter).find(isThis);
  if (wanted && wanted.type?.kind !== ts.SyntaxKind.VoidKeyword) {
    const type = wanted.type?.getText() ?? "any";
    log.report("this-parameter", { location: sourceLocationOf(wanted), tool: name }, { name, type });
    return [];
  }
  return [
    {
      name,
      nameNode,
      module: toJavaScript(exported.module),
      exportName: exported.exportName,
      ...(method && { method: method.name }),
      ...(method?.isStatic && { isStatic: true }),
      ...(doc && { doc }),
      ...(options.description !== undefined && { description: options.description }),
      signature,
      declaration,
      ...(implementation && { implementation }),
      isExternal: isDeclared(node) || (doc !== undefined && tagOf(doc, "external") !== undefined),
    },
  ];
}

/** `declare function` in a source file. In a declaration file it only says that the JavaScript stands beside it. */
function isDeclared(node: ts.Declaration): boolean {
  const isAmbient = Boolean(ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Ambient);
  return isAmbient && !node.getSourceFile().isDeclarationFile;
}

/** A declaration file is imported by the JavaScript that it describes. */
function toJavaScript(module: string): string {
  return module.replace(/\.d\.([cm]?)ts$/, ".$1js");
}
