/** The keywords of the language that stand for a type: `string`, `object`, `never` … */
import { ts } from "ts-morph";
import type { TypeShape } from "../../signature/type-shape.ts";
import type { Construct } from "./reading.ts";

const SHAPES: readonly (readonly [ts.TypeFlags, TypeShape])[] = [
  [ts.TypeFlags.String, { kind: "string" }],
  [ts.TypeFlags.Number, { kind: "number" }],
  [ts.TypeFlags.Boolean, { kind: "boolean" }],
  [ts.TypeFlags.BigInt, { kind: "bigint" }],
  [ts.TypeFlags.Null, { kind: "null" }],
  [ts.TypeFlags.NonPrimitive, { kind: "non-primitive" }],
];

const NOTHING = ts.TypeFlags.Never | ts.TypeFlags.Undefined | ts.TypeFlags.Void;

const KEYWORDS = SHAPES.reduce((flags, [flag]) => flags | flag, NOTHING | ts.TypeFlags.ESSymbolLike);

export const readKeyword: Construct = (reading, question) => {
  const { flags } = question.type;
  if (!(flags & KEYWORDS)) return undefined;
  const found = SHAPES.find(([flag]) => flags & flag);
  if (found) return found[1];
  const why = flags & NOTHING ? "never" : flags & ts.TypeFlags.ESSymbolLike ? "symbol" : undefined;
  return why && { kind: "inexpressible", why, typeText: reading.typeText(question) };
};
