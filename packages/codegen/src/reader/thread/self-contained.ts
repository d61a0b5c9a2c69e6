/**
 * Whether a function runs in a worker as it does here: it and all that it calls use nothing but their parameters, the
 * platform, and bindings that never change. What fails first is the reason.
 */
import { ts } from "ts-morph";
import type { RuntimeSymbols } from "../runtime-symbols.ts";
import { SAFE_GLOBALS, SAFE_MODULES } from "./known-names.ts";
import { isPrimitive, refuseBinding } from "./module-bindings.ts";
import type { Refusal } from "./refusal.ts";
import { firstRefusal, isReference, writtenRoot } from "./walk.ts";

export interface Isolation {
  /** A function with all that it uses. */
  readonly refuseFunction: (node: ts.Node) => Refusal;
  /** Loading a file, with all files that it imports. */
  readonly refuseModule: (file: ts.SourceFile) => Refusal;
}

export function createIsolation(checker: ts.TypeChecker, runtimeSymbols: RuntimeSymbols): Isolation {
  const functions = new Map<ts.Node, Refusal>();
  const modules = new Map<ts.SourceFile, Refusal>();

  /** What is being looked at counts as passed meanwhile: that is recursion. */
  const once = <Key>(known: Map<Key, Refusal>, key: Key, prove: () => Refusal): Refusal => {
    if (known.has(key)) return known.get(key);
    known.set(key, undefined);
    const refusal = prove();
    known.set(key, refusal);
    return refusal;
  };

  const refuseFunction = (node: ts.Node): Refusal => once(functions, node, () => firstRefusal(node, refuseNode(node)));

  const refuseNode =
    (scope: ts.Node) =>
    (node: ts.Node): Refusal => {
      if (node.kind === ts.SyntaxKind.ThisKeyword && !isInOwnClass(node, scope)) return 'uses "this"';
      if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) return "uses import.meta";
      if (node.kind === ts.SyntaxKind.ImportKeyword && ts.isCallExpression(node.parent)) return "uses import()";
      const root = writtenRoot(node);
      if (root && !isLocal(symbolOf(root), scope)) return `writes to "${root.text}"`;
      if (!ts.isIdentifier(node) || !isReference(node)) return undefined;
      return refuseName(node, scope);
    };

  const symbolOf = (node: ts.Identifier): ts.Symbol | undefined =>
    ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);

  const refuseName = (node: ts.Identifier, scope: ts.Node): Refusal => {
    const symbol = symbolOf(node);
    if (isLocal(symbol, scope)) return undefined;
    const imported = symbol && moduleOfImport(symbol);
    if (imported !== undefined && !imported.startsWith(".") && isBuiltin(imported))
      return SAFE_MODULES.has(imported.replace(/^node:/, "")) ? undefined : `uses "${imported}"`;
    if (symbol && symbol.flags & ts.SymbolFlags.Alias && symbol.declarations?.some(ts.isNamespaceImport))
      return refuseMemberOf(node, scope);
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return refuseTarget(node.text, target);
  };

  /** `h.counter` of `import * as h`: what counts is `counter`. */
  const refuseMemberOf = (node: ts.Identifier, scope: ts.Node): Refusal => {
    const { parent } = node;
    if (!ts.isPropertyAccessExpression(parent) || !ts.isIdentifier(parent.name))
      return `passes on the module "${node.text}"`;
    const member = checker.getSymbolAtLocation(parent.name);
    if (isLocal(member, scope)) return undefined;
    const target = member && member.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(member) : member;
    return refuseTarget(parent.name.text, target);
  };

  const refuseTarget = (name: string, symbol: ts.Symbol | undefined): Refusal => {
    const declarations = symbol?.declarations ?? [];
    const isPlatforms = declarations.every((declaration) => declaration.getSourceFile().isDeclarationFile);
    if (isPlatforms) return SAFE_GLOBALS.has(name) ? undefined : `uses "${name}"`;
    for (const declaration of declarations) {
      const refusal = refuseDeclaration(name, declaration);
      if (refusal) return refusal;
    }
    return undefined;
  };

  const refuseDeclaration = (name: string, declaration: ts.Declaration): Refusal => {
    if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) return undefined;
    if (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Ambient)
      return `uses "${name}", which is only declared`;
    if (!isOfModule(declaration)) return `captures "${name}"`;
    if (ts.isFunctionDeclaration(declaration)) return refuseFunction(declaration);
    if (ts.isEnumDeclaration(declaration)) return undefined;
    if (ts.isClassDeclaration(declaration)) return refuseClass(name, declaration);
    if (!ts.isVariableDeclaration(declaration)) return `uses "${name}"`;
    const value = declaration.initializer;
    if (value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) && isConstant(declaration))
      return refuseFunction(value);
    return refuseBinding(declaration, checker) ?? (value && refuseFunction(value));
  };

  const refuseClass = (name: string, declaration: ts.ClassDeclaration): Refusal => {
    const isMutable = declaration.members.some(
      (member) =>
        ts.isClassStaticBlockDeclaration(member) ||
        (ts.isPropertyDeclaration(member) &&
          Boolean(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) &&
          !(
            ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Readonly &&
            isPrimitive(checker.getTypeAtLocation(member))
          )),
    );
    return isMutable ? `uses class "${name}", whose static members can change` : refuseFunction(declaration);
  };

  const refuseModule = (file: ts.SourceFile): Refusal =>
    once(modules, file, () => {
      for (const statement of file.statements) {
        const refusal = refuseStatement(statement, file);
        if (refusal) return refusal;
      }
      return undefined;
    });

  const refuseStatement = (statement: ts.Statement, file: ts.SourceFile): Refusal => {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) return refuseImport(statement);
    if (ts.isVariableStatement(statement)) return refuseLoading(statement, file);
    if (ts.isExportAssignment(statement)) return refuseLoading(statement.expression, file);
    if (ts.isClassDeclaration(statement)) return refuseLoading(statement, file);
    const declares =
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isFunctionDeclaration(statement) ||
      ts.isEnumDeclaration(statement) ||
      ts.isEmptyStatement(statement);
    if (declares || isAmbientStatement(statement)) return undefined;
    return `needs a module that runs "${firstLine(statement)}" when it is loaded`;
  };

  const refuseImport = (statement: ts.ImportDeclaration | ts.ExportDeclaration): Refusal => {
    const { moduleSpecifier } = statement;
    const isTypeOnly = ts.isImportDeclaration(statement)
      ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : statement.isTypeOnly;
    if (moduleSpecifier === undefined || isTypeOnly || !ts.isStringLiteral(moduleSpecifier)) return undefined;
    const { text } = moduleSpecifier;
    if (isBuiltin(text) || text === "@runa/runtime") return undefined;
    const module = checker.getSymbolAtLocation(moduleSpecifier)?.declarations?.find(ts.isSourceFile);
    if (module === undefined || module.isDeclarationFile) return `needs a module that imports "${text}"`;
    return refuseModule(module);
  };

  /** Calls that happen while the module is loaded; not those in bodies of functions. */
  const refuseLoading = (node: ts.Node, file: ts.SourceFile): Refusal => {
    if (ts.isFunctionLike(node) && !ts.isConstructorDeclaration(node)) return undefined;
    if (ts.isConstructorDeclaration(node) || ts.isTypeNode(node)) return undefined;
    if (ts.isPropertyDeclaration(node) && !(ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static))
      return undefined;
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const refusal = refuseCallee(node.expression, file);
      if (refusal) return `needs a module that calls ${node.expression.getText()} when it is loaded`;
    }
    if (ts.isAwaitExpression(node)) return "needs a module that waits for something when it is loaded";
    return ts.forEachChild(node, (child) => refuseLoading(child, file));
  };

  const refuseCallee = (callee: ts.Expression, file: ts.SourceFile): Refusal => {
    const root = ts.isPropertyAccessExpression(callee) ? callee.expression : callee;
    const symbol = ts.isIdentifier(root) ? symbolOf(root) : undefined;
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    if (target?.name === "tool" && runtimeSymbols.has(target)) return undefined;
    if (!ts.isIdentifier(root)) return firstRefusal(root, refuseNode(file));
    if (root.text === "console") return "prints";
    return refuseName(root, root);
  };

  return { refuseFunction, refuseModule };
}

/** Declared inside of what is looked at. */
function isLocal(symbol: ts.Symbol | undefined, scope: ts.Node): boolean {
  const file = scope.getSourceFile();
  return (symbol?.declarations ?? []).some(
    (declaration) =>
      declaration.getSourceFile() === file && declaration.pos >= scope.pos && declaration.end <= scope.end,
  );
}

function isInOwnClass(node: ts.Node, scope: ts.Node): boolean {
  const around = ts.findAncestor(node, ts.isClassLike);
  return around !== undefined && around.pos >= scope.pos && around.end <= scope.end;
}

function moduleOfImport(symbol: ts.Symbol): string | undefined {
  for (const declaration of symbol.declarations ?? []) {
    const statement = ts.findAncestor(declaration, ts.isImportDeclaration);
    if (statement && ts.isStringLiteral(statement.moduleSpecifier)) return statement.moduleSpecifier.text;
  }
  return undefined;
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith("node:") || SAFE_MODULES.has(specifier);
}

function isOfModule(declaration: ts.Declaration): boolean {
  const holder = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return ts.isSourceFile(holder.parent);
}

function isConstant(declaration: ts.VariableDeclaration): boolean {
  return Boolean(ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const);
}

function isAmbientStatement(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword)
  );
}

function firstLine(node: ts.Node): string {
  const [line = ""] = node.getText().split("\n");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
