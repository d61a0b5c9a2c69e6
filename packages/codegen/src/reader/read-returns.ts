/** What a tool gives back: the shape of the awaited value, where it has a JSON form. */
import { ts } from "ts-morph";
import type { TypeShape } from "../signature/type-shape.ts";
import { isRuntimeSymbol } from "./runtime-symbols.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";
import type { TypeReading } from "./type-reading.ts";

/** Absent, without a finding, for `void`, generators, `ToolResult`, and what cannot be said. */
export function readReturns(
  { signature, declaration }: Pick<ToolDeclaration, "signature" | "declaration">,
  { checker, types }: { checker: ts.TypeChecker; types: TypeReading },
): TypeShape | undefined {
  if (isGenerator(declaration)) return undefined;
  const returned = checker.getReturnTypeOfSignature(signature);
  const type = checker.getAwaitedType(returned) ?? returned;
  const members = type.isUnion() ? type.types : [type];
  if (members.some((member) => hasNoJsonForm(member))) return undefined;
  const shape = types.read(type, declaration.type ?? declaration);
  return shape.kind === "anything" || shape.kind === "inexpressible" ? undefined : shape;
}

export function isGenerator(declaration: ts.SignatureDeclaration): boolean {
  return "asteriskToken" in declaration && declaration.asteriskToken !== undefined;
}

const GENERATORS: ReadonlySet<string> = new Set(["Generator", "AsyncGenerator", "Iterator", "AsyncIterator"]);

function hasNoJsonForm(type: ts.Type): boolean {
  const none =
    ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never | ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  if (type.flags & none) return true;
  const symbol = type.getSymbol();
  return symbol !== undefined && (GENERATORS.has(symbol.name) || isRuntimeSymbol(symbol, "ToolResult"));
}
