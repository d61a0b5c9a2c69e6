/** Types with a name: read once, and referred to wherever they are used. */
import { ts } from "ts-morph";
import { isDeclaredByPlatform } from "../declared-where.ts";
import type { Construct, Question, Reading } from "./reading.ts";

export const readNamed: Construct = (reading, question) => {
  if (question.isNamed || question.members) return undefined;
  const symbol = nameOf(reading, question);
  return symbol && reading.refer(symbol, question);
};

function nameOf(reading: Reading, { type }: Question): ts.Symbol | undefined {
  if (type.aliasSymbol) return isWorthless(reading, type, type.aliasSymbol) ? undefined : type.aliasSymbol;
  const declared = ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.Enum;
  return type.symbol?.flags & declared ? type.symbol : undefined;
}

/** `Exclude<…>` of literals: the name of the library's helper says nothing. */
function isWorthless(reading: Reading, type: ts.Type, alias: ts.Symbol): boolean {
  return type.isUnion() && (alias.declarations ?? []).some((each) => isDeclaredByPlatform(reading.program, each));
}
