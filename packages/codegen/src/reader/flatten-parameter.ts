/** The one destructured parameter, TypeScript's keyword style: the properties of its type become the arguments. */
import type { JsonValue } from "@runa/runtime/manifest";
import { ts } from "ts-morph";
import type { ParameterSignature } from "../signature/tool-signature.ts";
import type { CompilerParameter } from "./compiler-parameter.ts";
import { literalValueOf } from "./literal-value.ts";
import type { SignatureReading } from "./signature-reading.ts";
import { sourceLocationOf } from "./source-location-of.ts";

/** Its own default (`= {}`) changes nothing: whether a property is required, the property says. */
export function flattenParameter(
  { node, name, type }: CompilerParameter,
  tool: string,
  { checker, types, log }: SignatureReading,
): ParameterSignature {
  const location = sourceLocationOf(node.name);
  const problem = problemWith(node, type, checker);
  const found = problem ? undefined : types.readProperties(type, undefined, node);
  if (found === undefined) {
    const facts = { tool, pattern: name, problem: problem ?? ("no properties" as const) };
    log.report("destructured-parameter", { location, tool }, facts);
    return { kind: "flattened", properties: [], location };
  }
  const defaults = defaultsOf(node.name);
  const properties = found.map((property) => {
    const value = defaults.get(property.name);
    return value === undefined || !property.optional ? property : { ...property, default: value };
  });
  return { kind: "flattened", properties, location };
}

type FlattenProblem = "array pattern" | "rest parameter" | "union" | "index signature" | "no properties";

function problemWith(node: ts.ParameterDeclaration, own: ts.Type, checker: ts.TypeChecker): FlattenProblem | undefined {
  if (ts.isArrayBindingPattern(node.name)) return "array pattern";
  if (node.dotDotDotToken) return "rest parameter";
  const type = checker.getNonNullableType(checker.getBaseConstraintOfType(own) ?? own);
  if (type.isUnion()) return "union";
  return checker.getIndexInfosOfType(type).length > 0 ? "index signature" : undefined;
}

/** `{ unit = "c", to: target = "de" }`: by the name of the property, not of the variable. */
function defaultsOf(pattern: ts.BindingName): ReadonlyMap<string, JsonValue> {
  const defaults = new Map<string, JsonValue>();
  if (!ts.isObjectBindingPattern(pattern)) return defaults;
  for (const { propertyName, name, initializer } of pattern.elements) {
    const key = propertyName ?? name;
    const value = initializer && literalValueOf(initializer);
    if (value !== undefined && (ts.isIdentifier(key) || ts.isStringLiteral(key))) defaults.set(key.text, value);
  }
  return defaults;
}
