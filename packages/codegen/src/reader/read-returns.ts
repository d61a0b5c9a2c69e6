/** What a tool gives back: the shape of the awaited value, where it has a JSON form. */
import { ts } from "ts-morph";
import type { TypeShape } from "../signature/type-shape.ts";
import type { RuntimeSymbols } from "./runtime-symbols.ts";
import type { SignatureReading } from "./signature-reading.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";

/** Absent, without a finding, for `void`, generators, `ToolResult`, media, and what cannot be said. */
export function readReturns(
  { signature, declaration }: Pick<ToolDeclaration, "signature" | "declaration">,
  { checker, types, runtimeSymbols }: SignatureReading,
): TypeShape | undefined {
  if (isGenerator(declaration)) return undefined;
  const returned = checker.getReturnTypeOfSignature(signature);
  const type = checker.getAwaitedType(returned) ?? returned;
  const members = type.isUnion() ? type.types : [type];
  if (members.some((member) => hasNoJsonForm(member, checker, runtimeSymbols))) return undefined;
  const shape = types.read(type, writtenReturn(declaration.type, type === returned), declaration);
  return shape.kind === "anything" || shape.kind === "inexpressible" ? undefined : shape;
}

/** What is written between the brackets of `Promise<…>`, for the order of its members. */
function writtenReturn(node: ts.TypeNode | undefined, isPlain: boolean): ts.TypeNode | undefined {
  if (node === undefined || isPlain) return node;
  return ts.isTypeReferenceNode(node) ? node.typeArguments?.[0] : undefined;
}

export function isGenerator(declaration: ts.SignatureDeclaration): boolean {
  return "asteriskToken" in declaration && declaration.asteriskToken !== undefined;
}

const GENERATORS: ReadonlySet<string> = new Set(["Generator", "AsyncGenerator", "Iterator", "AsyncIterator"]);

/** The runtime's classes that are more than their JSON. */
const RESULTS: ReadonlySet<string> = new Set(["ToolResult", "Media"]);

function hasNoJsonForm(type: ts.Type, checker: ts.TypeChecker, runtimeSymbols: RuntimeSymbols): boolean {
  const none =
    ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never | ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  if (type.flags & none) return true;
  const symbol = type.getSymbol();
  if (symbol === undefined) return false;
  if (checker.isArrayType(type))
    return checker.getTypeArguments(type as ts.TypeReference).some((item) => isResult(item, runtimeSymbols));
  return GENERATORS.has(symbol.name) || isResult(type, runtimeSymbols);
}

function isResult(type: ts.Type, runtimeSymbols: RuntimeSymbols): boolean {
  const symbol = type.getSymbol();
  return symbol !== undefined && RESULTS.has(symbol.name) && runtimeSymbols.has(symbol);
}
