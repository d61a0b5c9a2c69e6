/** The tools among the members of an exported class: public methods tagged `@tool`, of instances and static. */
import { ts } from "ts-morph";

import { sourceLocationOf } from "../reader/source-location-of.ts";
import type { ToolDeclaration } from "../reader/tool-declaration.ts";
import type { ExportedSymbol } from "./exported-symbols.ts";
import { functionOfDeclarations } from "./function-of.ts";
import { readToolMark } from "./marks.ts";
import { toToolDeclaration } from "./to-tool-declaration.ts";
import type { ToolSearch } from "./tool-search.ts";

export function findMethods(
  exported: ExportedSymbol,
  declaration: ts.ClassLikeDeclaration,
  options: ToolSearch,
): readonly ToolDeclaration[] {
  return declaration.members.flatMap((member) => methodTool(exported, declaration, member, options));
}

function methodTool(
  exported: ExportedSymbol,
  owner: ts.ClassLikeDeclaration,
  member: ts.ClassElement,
  { reading: { checker, log }, claims }: ToolSearch,
): readonly ToolDeclaration[] {
  const mark = readToolMark(member, member.name?.getText(), log);
  if (mark === undefined || claims.has(mark.doc)) return [];
  claims.add(mark.doc);
  const location = sourceLocationOf(member.name ?? member);
  if (!ts.isMethodDeclaration(member)) {
    log.report("not-a-tool", { location }, { what: describeMember(member, owner) });
    return [];
  }
  const name = member.name.getText();
  const how = hiddenBy(member);
  if (how) {
    log.report("not-public", { location, tool: mark.rename ?? name }, { name, how });
    return [];
  }
  const isStatic = isStaticMember(member);
  const overloads = owner.members.filter(
    (other): other is ts.MethodDeclaration =>
      ts.isMethodDeclaration(other) && other.name.getText() === name && isStaticMember(other) === isStatic,
  );
  const ownName = textOfName(member.name);
  return toToolDeclaration(
    {
      exported,
      node: member,
      nameNode: member.name,
      doc: mark.doc,
      rename: mark.rename,
      ownName,
      search: functionOfDeclarations(overloads, checker),
      method: { name: ownName, isStatic },
    },
    log,
  );
}

export function describeMember(member: ts.ClassElement, owner: ts.ClassLikeDeclaration): string {
  const of = owner.name ? ` of class "${owner.name.text}"` : "";
  if (ts.isConstructorDeclaration(member)) return `The constructor${of}`;
  const name = member.name?.getText() ?? "";
  if (ts.isGetAccessor(member)) return `The getter "${name}"${of}`;
  if (ts.isSetAccessor(member)) return `The setter "${name}"${of}`;
  return `The field "${name}"${of}`;
}

function hiddenBy(member: ts.MethodDeclaration): "private" | "protected" | undefined {
  const flags = ts.getCombinedModifierFlags(member);
  if (ts.isPrivateIdentifier(member.name) || flags & ts.ModifierFlags.Private) return "private";
  return flags & ts.ModifierFlags.Protected ? "protected" : undefined;
}

function isStaticMember(member: ts.ClassElement): boolean {
  return Boolean(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static);
}

function textOfName(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)
    ? name.text
    : name.getText();
}
