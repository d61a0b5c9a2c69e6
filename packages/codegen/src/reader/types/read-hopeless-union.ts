/**
 * A union that no model can be asked for: no member but `null` has a JSON form, one belongs to the framework, or two
 * have the same form and the way back could not tell which is meant. Settled before a union is given a name, so that
 * what cannot be said is never hidden behind one.
 */
import { ts } from "ts-morph";
import type { TypeShape } from "../../signature/type-shape.ts";
import { readKeyword } from "./read-keyword.ts";
import type { Construct } from "./reading.ts";
import { readSurface } from "./surface.ts";
import { membersOf } from "./union-members.ts";

/** Types whose JSON form is a string. */
const FROM_STRING: ReadonlySet<TypeShape["kind"]> = new Set(["date", "url", "bytes"]);

const NOTHING = ts.TypeFlags.Undefined | ts.TypeFlags.Void;

/** Always has a JSON form, and is the way back itself. */
const LITERAL =
  ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral | ts.TypeFlags.BigIntLiteral | ts.TypeFlags.BooleanLiteral;

export const readHopelessUnion: Construct = (reading, question) => {
  if (!question.members && !question.type.isUnion()) return undefined;
  const rich = new Set<string>();
  let isPassedAsItIs = false;
  let isSendable = false;
  let obstacle: TypeShape | undefined;
  for (const type of membersOf(reading.checker, question)) {
    if (type.flags & (NOTHING | LITERAL)) continue;
    const member = { type, at: question.at };
    const shape = readKeyword(reading, member) ?? readSurface(reading, member);
    if (shape?.kind === "inexpressible") {
      if (shape.why === "framework-type") return { ...shape, typeText: reading.typeText(question) };
      obstacle ??= shape;
    } else isSendable ||= !(type.flags & ts.TypeFlags.Null);
    if (shape && FROM_STRING.has(shape.kind)) rich.add(shape.kind);
    isPassedAsItIs ||= shape?.kind === "string";
  }
  if (obstacle?.kind === "inexpressible" && !isSendable) return { ...obstacle, typeText: reading.typeText(question) };
  if (rich.size < 2 || isPassedAsItIs) return undefined;
  return { kind: "inexpressible", why: "ambiguous-rich-types", typeText: reading.typeText(question) };
};
