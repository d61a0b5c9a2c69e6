/** Template literal types and `Uppercase<string>` and its like: strings with a pattern. */
import { ts } from "ts-morph";
import { type Placeholder, templatePattern } from "../template-pattern.ts";
import type { Construct, Reading } from "./reading.ts";

export const readTemplate: Construct = (reading, { type }) => {
  const patterns = patternsOf(reading, type);
  return patterns && { kind: "string", ...(patterns.length > 0 && { patterns }) };
};

/** The patterns that a string type means: none for `string`; `undefined` if it is no string type. */
export function patternsOf(reading: Reading, type: ts.Type): readonly string[] | undefined {
  if (type.flags & ts.TypeFlags.String) return [];
  if (type.flags & ts.TypeFlags.TemplateLiteral) {
    const { texts, types } = type as ts.TemplateLiteralType;
    return [
      templatePattern(
        texts,
        types.map((part) => placeholderOf(reading, part)),
      ),
    ];
  }
  if (!(type.flags & ts.TypeFlags.StringMapping)) return undefined;
  const { symbol, type: inner } = type as ts.StringMappingType;
  const own = templatePattern(["", ""], [caseOf(symbol)]);
  return [...(patternsOf(reading, inner) ?? []), own];
}

const CASES: ReadonlyMap<string, Placeholder> = new Map([
  ["Uppercase", "uppercase"],
  ["Lowercase", "lowercase"],
  ["Capitalize", "capitalized"],
  ["Uncapitalize", "uncapitalized"],
]);

function caseOf(symbol: ts.Symbol): Placeholder {
  return CASES.get(symbol.name) ?? "string";
}

/** `Uppercase<string>`, or the number in ``Uppercase<`a${number}`>``. */
function mappedPlaceholder(reading: Reading, { symbol, type }: ts.StringMappingType): Placeholder {
  const part = type.flags & ts.TypeFlags.TemplateLiteral ? (type as ts.TemplateLiteralType).types[0] : undefined;
  const inner = part && placeholderOf(reading, part);
  if (inner !== "number") return inner === "bigint" ? inner : caseOf(symbol);
  if (symbol.name === "Uppercase") return "uppercase-number";
  return symbol.name === "Lowercase" ? "lowercase-number" : inner;
}

function placeholderOf(reading: Reading, type: ts.Type): Placeholder {
  if (type.flags & ts.TypeFlags.StringMapping) return mappedPlaceholder(reading, type as ts.StringMappingType);
  if (type.flags & ts.TypeFlags.NumberLike) return "number";
  if (type.flags & ts.TypeFlags.BigIntLike) return "bigint";
  const plain = type.isIntersection()
    ? type.types.find(
        (part) => part.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike),
      )
    : reading.checker.getBaseConstraintOfType(type);
  return plain && plain !== type ? placeholderOf(reading, plain) : "string";
}
