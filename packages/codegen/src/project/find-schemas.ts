/** Finds the types tagged `@schema` among what the tool files export. */
import { ts } from "ts-morph";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import { readDocComment } from "../reader/read-doc-comment.ts";
import type { SignatureReading } from "../reader/signature-reading.ts";
import { sourceLocationOf } from "../reader/source-location-of.ts";
import type { SchemaSignature } from "../signature/tool-signature.ts";
import type { ExportedSymbol } from "./exported-symbols.ts";
import { type Claims, reportMisspelt, tagOf } from "./marks.ts";

export interface SchemaDeclaration {
  readonly exported: ExportedSymbol;
  readonly node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration;
}

export function findSchemas(
  exported: Iterable<ExportedSymbol>,
  claims: Claims,
  log: DiagnosticLog,
): readonly SchemaDeclaration[] {
  return [...exported].flatMap((symbol) => {
    for (const node of symbol.symbol.declarations ?? []) {
      if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) continue;
      const doc = readDocComment(node);
      if (doc === undefined) continue;
      if (tagOf(doc, "schema") === undefined) {
        reportMisspelt(doc, "schema", log);
        continue;
      }
      claims.add(doc);
      if (isWithoutArguments(node)) return [{ exported: symbol, node }];
      const generic = `The generic type "${node.name.text}"`;
      log.report("not-a-schema", { location: sourceLocationOf(node.name) }, { what: generic, isGeneric: true });
      return [];
    }
    return [];
  });
}

/** Only then does the binding's `Schema<Ticket>` mean one type. */
function isWithoutArguments({ typeParameters }: SchemaDeclaration["node"]): boolean {
  return typeParameters?.every((parameter) => parameter.default !== undefined) ?? true;
}

export function readSchema(
  { exported, node }: SchemaDeclaration,
  { checker, types }: SignatureReading,
): SchemaSignature {
  const doc = readDocComment(node);
  // The body of an alias says the order of what is in it; of a list or a set, the compiler does not know the alias.
  const written = ts.isTypeAliasDeclaration(node) ? node.type : undefined;
  return {
    name: exported.exportName === "default" ? node.name.text : exported.exportName,
    location: sourceLocationOf(node.name),
    module: exported.module,
    exportName: exported.exportName,
    ...(doc && { doc }),
    shape: types.read(checker.getTypeAtLocation(node.name), written, node),
  };
}
