/** Calls of the runtime's `tool(fn, options)`, found by symbol, and what their options say at build time. */
import { ts } from "ts-morph";
import type { SignatureReading } from "../reader/signature-reading.ts";
import { sourceLocationOf } from "../reader/source-location-of.ts";
import { behindAliases } from "./exported-symbols.ts";

export interface ToolCall {
  readonly call: ts.CallExpression;
  /** The first argument. */
  readonly implementation: ts.Expression;
  readonly options: ts.Expression | undefined;
}

/** A local function that happens to be called `tool` makes none. */
export function toToolCall(
  expression: ts.Expression,
  { checker, runtimeSymbols }: SignatureReading,
): ToolCall | undefined {
  if (!ts.isCallExpression(expression)) return undefined;
  const [implementation, options] = expression.arguments;
  const callee = ts.isPropertyAccessExpression(expression.expression)
    ? expression.expression.name
    : expression.expression;
  if (implementation === undefined || !ts.isIdentifier(callee)) return undefined;
  const symbol = checker.getSymbolAtLocation(callee);
  const target = symbol && behindAliases(symbol, checker);
  if (target?.name !== "tool" || !runtimeSymbols.has(target)) return undefined;
  return { call: expression, implementation, options };
}

export interface StaticOptions {
  readonly name?: string;
  /** The name as it stands in the source. */
  readonly nameNode?: ts.Node;
  readonly description?: string;
}

const READ_AT_BUILD_TIME = ["name", "description", "strict"] as const;

/** Reads the literal options; a finding for one that is there and is none. */
export function readToolOptions(
  { options }: ToolCall,
  tool: string,
  { checker, log }: SignatureReading,
): StaticOptions {
  if (options === undefined) return {};
  const refuse = (option: string, node: ts.Node): void =>
    log.report("options-not-literal", { location: sourceLocationOf(node), tool }, { tool, option });
  if (!ts.isObjectLiteralExpression(options)) {
    refuseHidden(options, { checker, refuse });
    return {};
  }
  let found: StaticOptions = {};
  for (const property of options.properties) {
    if (ts.isSpreadAssignment(property)) {
      refuseHidden(property.expression, { checker, refuse });
      continue;
    }
    const key = propertyKey(property);
    if (key !== "name" && key !== "description" && key !== "strict") continue;
    const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    if (value && key !== "strict" && ts.isStringLiteralLike(value)) {
      found = { ...found, [key]: value.text, ...(key === "name" && { nameNode: value }) };
    } else if (!(value && key === "strict" && isBoolean(value))) refuse(key, property);
  }
  return found;
}

/** Options that come from elsewhere may be anything, except those that are read here. */
function refuseHidden(
  expression: ts.Expression,
  { checker, refuse }: { checker: ts.TypeChecker; refuse: (option: string, node: ts.Node) => void },
): void {
  const type = checker.getTypeAtLocation(expression);
  for (const option of READ_AT_BUILD_TIME) if (type.getProperty(option)) refuse(option, expression);
}

function propertyKey(property: ts.ObjectLiteralElementLike): string | undefined {
  const { name } = property;
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}

function isBoolean(node: ts.Expression): boolean {
  return node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
}
