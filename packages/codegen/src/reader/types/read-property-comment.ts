/** The comment on a property; an inherited one is looked for where the property is declared first. */
import { ts } from "ts-morph";
import type { DocComment } from "../../signature/doc-comment.ts";
import { readDocComment } from "../read-doc-comment.ts";
import type { Reading } from "./reading.ts";

export function readPropertyComment(reading: Reading, symbol: ts.Symbol): DocComment | undefined {
  const declarations = (symbol.declarations ?? []).filter((declaration) => {
    const file = declaration.getSourceFile();
    return !file.isDeclarationFile || !reading.program.isSourceFileDefaultLibrary(file);
  });
  for (const declaration of declarations) {
    const doc = readDocComment(declaration);
    if (doc) return doc;
  }
  for (const declaration of declarations) {
    const doc = inheritedComment(reading, declaration, symbol.name);
    if (doc) return doc;
  }
  return undefined;
}

function inheritedComment(reading: Reading, declaration: ts.Node, name: string): DocComment | undefined {
  const { parent } = declaration;
  if (!ts.isInterfaceDeclaration(parent) && !ts.isClassLike(parent)) return undefined;
  for (const clause of parent.heritageClauses ?? []) {
    for (const base of clause.types) {
      const property = reading.checker.getPropertyOfType(reading.checker.getTypeAtLocation(base), name);
      const doc = property && readPropertyComment(reading, property);
      if (doc) return doc;
    }
  }
  return undefined;
}
