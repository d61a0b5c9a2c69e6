/**
 * Which parameters the runtime fills in. The type decides; a name decides only where the type says nothing, or where
 * the name and the type agree.
 */
import type { Injection } from "@runa/runtime/manifest";
import { ts } from "ts-morph";
import { frameworkTypeOf } from "./framework-types.ts";
import { isDeclaredByRuntime } from "./runtime-symbols.ts";

/** Names that are injected when their type agrees; with any other type they are the model's, and a note says so. */
export const RESERVED_NAMES: readonly string[] = [
  "ctx",
  "callId",
  "agent",
  "team",
  "toolCall",
  "signal",
  "images",
  "videos",
  "audio",
  "files",
];

interface ParameterOfFunction {
  readonly node: ts.ParameterDeclaration;
  readonly name: string;
  readonly type: ts.Type;
}

/** What the runtime gives for this parameter; `undefined` for one that the model fills in. */
export function injectionOf({ node, name, type }: ParameterOfFunction, checker: ts.TypeChecker): Injection | undefined {
  if (node.dotDotDotToken) return undefined;
  const core = withoutAbsence(type);
  const byType = frameworkTypeOf(type, checker);
  if (byType) return byType;
  if (name === "ctx" && (core === undefined || isUntyped(node, type) || isAny(type) || isNamed(core, "RunContext")))
    return "ctx";
  if (name === "callId" && core && core.flags & ts.TypeFlags.String) return "callId";
  if (isMediaName(name) && (isUntyped(node, type) || (core && isRuntimeMedia(core, checker)))) return name;
  return undefined;
}

/** `T | undefined` and `T | null` count as `T`. */
function withoutAbsence(type: ts.Type): ts.Type | undefined {
  if (!type.isUnion()) return type;
  const rest = type.types.filter((member) => !(member.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)));
  return rest.length === 1 ? rest[0] : undefined;
}

function isAny(type: ts.Type): boolean {
  return Boolean(type.flags & ts.TypeFlags.Any);
}

/** Neither annotated nor given a type by its surroundings. `never` is what a wrapper's `(...args: never[])` gives. */
function isUntyped(node: ts.ParameterDeclaration, type: ts.Type): boolean {
  const saysNothing = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never;
  return node.type === undefined && node.initializer === undefined && Boolean(type.flags & saysNothing);
}

function isNamed(type: ts.Type, name: string): boolean {
  return type.getSymbol()?.name === name || type.aliasSymbol?.name === name;
}

function isMediaName(name: string): name is "images" | "videos" | "audio" | "files" {
  return name === "images" || name === "videos" || name === "audio" || name === "files";
}

function isRuntimeMedia(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (!checker.isArrayType(type)) return false;
  const [element] = checker.getTypeArguments(type as ts.TypeReference);
  const symbol = element?.aliasSymbol ?? element?.getSymbol();
  return symbol !== undefined && isDeclaredByRuntime(symbol);
}
