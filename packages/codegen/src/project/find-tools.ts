/**
 * Finds the tools among what the tool files export: functions, constants and methods tagged `@tool`, and calls of the
 * runtime's `tool`. What is marked and cannot be a tool is a finding.
 */
import { ts } from "ts-morph";
import { readDocComment } from "../reader/read-doc-comment.ts";
import type { ToolDeclaration } from "../reader/tool-declaration.ts";
import type { ExportedSymbol } from "./exported-symbols.ts";
import { findInheritedMethods, findMethods } from "./find-methods.ts";
import {
  type FunctionSearch,
  functionOfDeclarations,
  functionOfExpression,
  functionOfType,
  unwrapped,
} from "./function-of.ts";
import { readToolMark } from "./marks.ts";
import { toToolDeclaration } from "./to-tool-declaration.ts";
import { readToolOptions, toToolCall } from "./tool-calls.ts";
import type { ToolSearch } from "./tool-search.ts";

export function findTools(exported: Iterable<ExportedSymbol>, options: ToolSearch): readonly ToolDeclaration[] {
  const all = [...exported];
  const symbols = new Set(all.map(({ symbol }) => symbol));
  return all.flatMap((each) => toolsOf(each, symbols, options));
}

function toolsOf(
  exported: ExportedSymbol,
  symbols: ReadonlySet<ts.Symbol>,
  options: ToolSearch,
): readonly ToolDeclaration[] {
  const declarations = exported.symbol.declarations ?? [];
  const functions = declarations.filter(ts.isFunctionDeclaration);
  if (functions.length > 0) return functionTool(exported, functions, options);
  return declarations.flatMap((declaration) => {
    if (ts.isVariableDeclaration(declaration))
      return valueTool(exported, declaration, declaration.initializer, options);
    if (ts.isExportAssignment(declaration)) return valueTool(exported, declaration, declaration.expression, options);
    if (ts.isClassDeclaration(declaration))
      return [
        ...findMethods(exported, declaration, options),
        ...findInheritedMethods(exported, declaration, symbols, options),
      ];
    return [];
  });
}

/** The tag may stand on any of the overloads. */
function functionTool(
  exported: ExportedSymbol,
  declarations: readonly ts.FunctionDeclaration[],
  { reading: { checker, log }, claims }: ToolSearch,
): readonly ToolDeclaration[] {
  const marks = declarations.flatMap((node) => {
    const mark = readToolMark(node, exported.exportName, log);
    return mark ? [{ node, mark }] : [];
  });
  for (const { mark } of marks) claims.add(mark.doc);
  const [first] = marks;
  if (first === undefined) return [];
  const { node, mark } = first;
  return toToolDeclaration(
    {
      exported,
      node,
      nameNode: node.name ?? node,
      doc: mark.doc,
      rename: mark.rename,
      ownName: exported.exportName === "default" ? node.name?.text : exported.exportName,
      search: functionOfDeclarations(declarations, checker),
    },
    log,
  );
}

/** A constant, or a default export that is an expression. */
function valueTool(
  exported: ExportedSymbol,
  node: ts.VariableDeclaration | ts.ExportAssignment,
  value: ts.Expression | undefined,
  options: ToolSearch,
): readonly ToolDeclaration[] {
  const { reading, claims, calls } = options;
  const { checker, log } = reading;
  const inner = value && unwrapped(value);
  if (inner && ts.isClassExpression(inner)) return findMethods(exported, inner, options);
  const call = inner && toToolCall(inner, reading);
  const mark = readToolMark(node, exported.exportName, log);
  if (mark) claims.add(mark.doc);
  if (call) calls.add(call.call);
  if (mark === undefined && call === undefined) return [];

  const ownName = exported.exportName === "default" ? nameOf(node, call?.implementation ?? inner) : exported.exportName;
  return toToolDeclaration(
    {
      exported,
      node,
      nameNode: ts.isVariableDeclaration(node) ? node.name : node,
      doc: mark?.doc ?? readDocComment(node),
      rename: mark?.rename,
      ...(call && { options: readToolOptions(call, mark?.rename ?? ownName ?? "default", reading) }),
      ownName,
      search: call ? functionOfExpression(call.implementation, checker) : functionOfValue(node, inner, checker),
    },
    log,
  );
}

function functionOfValue(
  node: ts.VariableDeclaration | ts.ExportAssignment,
  value: ts.Expression | undefined,
  checker: ts.TypeChecker,
): FunctionSearch {
  const declared = functionOfType(checker.getTypeAtLocation(ts.isExportAssignment(node) ? node.expression : node));
  const isWrittenHere = value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
  // The function has the parameters' names and defaults; the type of the constant only says whether there are overloads.
  return isWrittenHere && declared.kind !== "overloads" ? functionOfExpression(value, checker) : declared;
}

/** The name that a default export has of its own. */
function nameOf(
  node: ts.VariableDeclaration | ts.ExportAssignment,
  value: ts.Expression | undefined,
): string | undefined {
  if (ts.isVariableDeclaration(node)) return ts.isIdentifier(node.name) ? node.name.text : undefined;
  const inner = value && unwrapped(value);
  return inner && ts.isFunctionExpression(inner) ? inner.name?.text : undefined;
}
