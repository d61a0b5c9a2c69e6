/** The one destructured parameter, TypeScript's keyword style: the properties of its type become the arguments. */
import type { JsonValue } from "@runa/runtime/manifest";
import { ts } from "ts-morph";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import type { ParameterSignature } from "../signature/tool-signature.ts";
import { literalValueOf } from "./literal-value.ts";
import { locationOf } from "./location-of.ts";
import type { CompilerParameter } from "./read-parameters.ts";
import type { TypeReading } from "./type-reading.ts";

export function flattenParameter(
  { node, name, type }: CompilerParameter,
  { tool, checker, types, log }: { tool: string; checker: ts.TypeChecker; types: TypeReading; log: DiagnosticLog },
): ParameterSignature {
  const location = locationOf(node.name);
  const core = objectTypeOf(type, checker);
  const problem = problemWith(node, core, checker);
  if (problem) {
    log.report("destructured-parameter", { location, tool }, { tool, pattern: name, problem });
    return { kind: "flattened", properties: [], location };
  }
  const defaults = defaultsOf(node.name);
  const properties = types.properties(core, node).map((property) => {
    const value = defaults.get(property.name);
    return value === undefined || !property.optional ? property : { ...property, default: value };
  });
  return { kind: "flattened", properties, location };
}

/** Its own default (`= {}`) adds `undefined` to the type at most: whether a property is required, the property says. */
function objectTypeOf(type: ts.Type, checker: ts.TypeChecker): ts.Type {
  const constraint = type.flags & ts.TypeFlags.TypeParameter ? checker.getBaseConstraintOfType(type) : undefined;
  return checker.getNonNullableType(constraint ?? type);
}

export type FlattenProblem = "array pattern" | "rest parameter" | "union" | "index signature" | "no properties";

function problemWith(
  node: ts.ParameterDeclaration,
  type: ts.Type,
  checker: ts.TypeChecker,
): FlattenProblem | undefined {
  if (ts.isArrayBindingPattern(node.name)) return "array pattern";
  if (node.dotDotDotToken) return "rest parameter";
  if (type.isUnion()) return "union";
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || checker.isArrayLikeType(type))
    return "no properties";
  if (checker.getIndexInfosOfType(type).length > 0) return "index signature";
  return undefined;
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
