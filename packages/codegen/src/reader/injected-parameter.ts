/**
 * Which parameters the runtime fills in. The type decides; a name decides only where the type says nothing, or where
 * the name and the type agree.
 */
import type { Injection } from "@runa/runtime/manifest";
import { ts } from "ts-morph";
import type { RuntimeSymbols } from "./runtime-symbols.ts";
import type { SignatureReading } from "./signature-reading.ts";

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
export function injectionOf(
  { node, name, type }: ParameterOfFunction,
  { checker, frameworkTypes, runtimeSymbols }: SignatureReading,
): Injection | undefined {
  if (node.dotDotDotToken) return undefined;
  const byType = frameworkTypes.frameworkTypeOf(type);
  if (byType) return byType;
  const core = withoutAbsence(type);
  if (name === "ctx" && (isUntyped(node, type) || isAny(type) || isNamed(core, "RunContext"))) return "ctx";
  if (name === "callId" && core.flags & ts.TypeFlags.String) return "callId";
  if (isMediaName(name) && (isUntyped(node, type) || isRuntimeMedia(core, checker, runtimeSymbols))) return name;
  return undefined;
}

/** `T | undefined` and `T | null` count as `T`. */
function withoutAbsence(type: ts.Type): ts.Type {
  if (!type.isUnion()) return type;
  const rest = type.types.filter((member) => !(member.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)));
  const [only] = rest;
  return rest.length === 1 && only ? only : type;
}

/** Declared so. An `any` because a name could not be found is an error, which is no reason to inject. */
function isAny(type: ts.Type): boolean {
  return Boolean(type.flags & ts.TypeFlags.Any) && !("intrinsicName" in type && type.intrinsicName === "error");
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

function isRuntimeMedia(type: ts.Type, checker: ts.TypeChecker, runtimeSymbols: RuntimeSymbols): boolean {
  if (!checker.isArrayType(type)) return false;
  const [element] = checker.getTypeArguments(type as ts.TypeReference);
  const symbol = element?.aliasSymbol ?? element?.getSymbol();
  return symbol !== undefined && runtimeSymbols.has(symbol);
}
