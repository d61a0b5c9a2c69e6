/** What is marked as a tool or a schema and was not found among the exports: not exported, or in a wrong place. */
import { ts } from "ts-morph";
import { readDocComment } from "../reader/read-doc-comment.ts";
import { sourceLocationOf } from "../reader/source-location-of.ts";
import { describeMember } from "./find-methods.ts";
import { functionOfType, unwrapped } from "./function-of.ts";
import { sentenceAround, tagOf } from "./marks.ts";
import { toToolCall } from "./tool-calls.ts";
import type { ToolSearch } from "./tool-search.ts";

export function reportStrayMarks(file: ts.SourceFile, options: ToolSearch): void {
  const marked = [...file.text.matchAll(/\/\*\*[\s\S]*?\*\//g)].filter(([text]) => /@(?:tool|schema)\b/.test(text));
  const mayHoldCalls = /@runa\/runtime|\btool\b\s*[,}(]/.test(file.text);
  // A walk over all nodes costs more than all the rest of the search, and nearly always there is nothing to be found.
  if (marked.length > options.claims.countIn(file.fileName)) walk(file, (node) => reportStrayMark(node, options));
  if (mayHoldCalls) walk(file, (node) => reportStrayCall(node, options));
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function reportStrayMark(node: ts.Node, { reading: { checker, log }, claims }: ToolSearch): void {
  if (!canCarryComment(node)) return;
  const doc = readDocComment(node);
  const tool = doc && tagOf(doc, "tool");
  const schema = doc && tagOf(doc, "schema");
  if (doc === undefined || (tool ?? schema) === undefined || claims.has(doc)) return;
  claims.add(doc);
  const sentence = tool && sentenceAround(tool, node);
  if (tool && sentence !== undefined) {
    log.report("tag-in-prose", { location: tool.location }, { line: sentence });
    return;
  }
  const location = sourceLocationOf(nameOf(node) ?? node);
  const name = nameOf(node)?.getText();
  const isExportable = tool
    ? isFunctionLike(node, checker)
    : ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
  if (isExportable && name !== undefined && isAtTop(node))
    log.report("not-exported", { location, ...(tool && { tool: name }) }, { name, tag: tool ? "@tool" : "@schema" });
  else log.report(tool ? "not-a-tool" : "not-a-schema", { location }, { what: describe(node) });
}

/** A tool that `tool` makes in passing cannot be imported by anybody. */
function reportStrayCall(node: ts.Node, { reading, calls, claims }: ToolSearch): void {
  if (!ts.isCallExpression(node) || calls.has(node) || toToolCall(node, reading) === undefined) return;
  const field = fieldAround(node);
  if (field) {
    const doc = readDocComment(field);
    // A tag on it was reported where it stands.
    if (doc && claims.has(doc)) return;
    const location = sourceLocationOf(field.name);
    reading.log.report("not-a-tool", { location }, { what: describeMember(field, field.parent) });
    return;
  }
  const holder = ts.findAncestor(node, ts.isVariableDeclaration);
  const [implementation] = node.arguments;
  const named = implementation && ts.isFunctionExpression(implementation) ? implementation.name : undefined;
  const nameNode = holder?.name ?? named ?? node.expression;
  const name = nameNode.getText();
  reading.log.report("not-exported", { location: sourceLocationOf(nameNode), tool: name }, { name, tag: "tool()" });
}

/** `pay = tool(…)` in a class: every instance has a function of its own, and none has a name to import. */
function fieldAround(call: ts.CallExpression): ts.PropertyDeclaration | undefined {
  const holder = ts.findAncestor(
    call,
    (node) => ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isFunctionLike(node),
  );
  return holder && ts.isPropertyDeclaration(holder) ? holder : undefined;
}

function canCarryComment(node: ts.Node): boolean {
  return (
    (ts.isStatement(node) && !ts.isVariableStatement(node)) ||
    ts.isVariableDeclaration(node) ||
    ts.isClassElement(node) ||
    ts.isTypeElement(node) ||
    ts.isObjectLiteralElement(node) ||
    ts.isEnumMember(node)
  );
}

function isFunctionLike(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (ts.isFunctionDeclaration(node)) return true;
  if (ts.isMethodDeclaration(node)) return ts.isClassLike(node.parent);
  if (!ts.isVariableDeclaration(node)) return false;
  const value = node.initializer && unwrapped(node.initializer);
  if (value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return true;
  return functionOfType(checker.getTypeAtLocation(node)).kind !== "none";
}

/** A statement of the module, or a member of a class that is one. */
function isAtTop(node: ts.Node): boolean {
  const outer = ts.isClassElement(node) ? node.parent : node;
  const statement = ts.isVariableDeclaration(outer) ? outer.parent.parent : outer;
  return ts.isSourceFile(statement.parent);
}

function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isClassElement(node) || ts.isTypeElement(node) || ts.isObjectLiteralElement(node)) return node.name;
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isEnumMember(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isVariableDeclaration(node);
  return isNamed ? node.name : undefined;
}

function describe(node: ts.Node): string {
  const name = nameOf(node)?.getText();
  const quoted = name === undefined ? "" : ` "${name}"`;
  if (ts.isClassElement(node) && ts.isClassLike(node.parent) && !ts.isMethodDeclaration(node))
    return describeMember(node, node.parent);
  if (ts.isClassDeclaration(node)) return `The class${quoted}`;
  if (ts.isInterfaceDeclaration(node)) return `The interface${quoted}`;
  if (ts.isTypeAliasDeclaration(node)) return `The type${quoted}`;
  if (ts.isEnumDeclaration(node)) return `The enum${quoted}`;
  if (ts.isFunctionDeclaration(node)) return `The function${quoted}`;
  if (ts.isVariableDeclaration(node)) return `The variable${quoted}`;
  if (ts.isObjectLiteralElement(node)) return `The property${quoted} of an object`;
  if (name !== undefined) return `The member${quoted}`;
  return "What follows the comment";
}
