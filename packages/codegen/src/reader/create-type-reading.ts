/** The type reader, as signatures use it. */
import { ts } from "ts-morph";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import type { TypeShape } from "../signature/type-shape.ts";
import { locationOf } from "./location-of.ts";
import { readDocComment } from "./read-doc-comment.ts";
import type { TypeReading } from "./type-reading.ts";

export function createTypeReading(checker: ts.TypeChecker, _log: DiagnosticLog): TypeReading {
  const read = (type: ts.Type): TypeShape => {
    if (type.flags & ts.TypeFlags.String) return { kind: "string" };
    if (type.flags & ts.TypeFlags.Number) return { kind: "number" };
    if (type.flags & ts.TypeFlags.Boolean) return { kind: "boolean" };
    if (type.flags & ts.TypeFlags.Null) return { kind: "null" };
    return { kind: "anything" };
  };
  return {
    read: (type) => read(checker.getNonNullableType(type)),
    properties: (type) =>
      type.getProperties().map((symbol) => {
        const node = symbol.declarations?.[0];
        if (node === undefined) throw new Error(`no declaration of ${symbol.name}`);
        const doc = readDocComment(node);
        return {
          name: symbol.name,
          shape: read(checker.getNonNullableType(checker.getTypeOfSymbol(symbol))),
          optional: Boolean(symbol.flags & ts.SymbolFlags.Optional),
          ...(doc && { doc }),
          location: locationOf(node),
        };
      }),
  };
}
