/** One literal, or one member of an enum. */
import { ts } from "ts-morph";
import type { LiteralMember } from "../../signature/type-shape.ts";
import { readDocComment } from "../read-doc-comment.ts";
import { anyLiteralValueOf } from "../written/matches-written.ts";
import { readLiteralComment } from "./read-literal-comment.ts";
import type { Construct } from "./reading.ts";

export const readLiteral: Construct = (_reading, question) => {
  const member = literalMember(question.type);
  if (member) return { kind: "literals", members: [member] };
  // `enum E { A = compute() }`: the compiler knows no more than that it is a number.
  return question.type.flags & ts.TypeFlags.Enum ? { kind: "number" } : undefined;
};

/** @param literal where it stands in a union, for its comment */
export function literalMember(type: ts.Type, literal?: ts.Node): LiteralMember | undefined {
  const value = anyLiteralValueOf(type);
  if (value === undefined) return undefined;
  const [declaration] = type.flags & ts.TypeFlags.EnumLiteral ? (type.symbol?.declarations ?? []) : [];
  const text = declaration ? readDocComment(declaration)?.text : literal && readLiteralComment(literal);
  return { value, ...(text && { text }) };
}
