/** The tools among the members of an exported class: public methods tagged `@tool`, of instances and static. */
import { ts } from "ts-morph";

import { sourceLocationOf } from "../reader/source-location-of.ts";
import type { ToolDeclaration } from "../reader/tool-declaration.ts";
import { behindAliases, type ExportedSymbol } from "./exported-symbols.ts";
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

/**
 * What the class inherits from classes that nobody can import: its instances have these methods, so they are its tools.
 * Those of an exported class are tools of that one.
 *
 * @param exportedSymbols what is exported under a name of its own
 */
export function findInheritedMethods(
  exported: ExportedSymbol,
  declaration: ts.ClassLikeDeclaration,
  exportedSymbols: ReadonlySet<ts.Symbol>,
  options: ToolSearch,
): readonly ToolDeclaration[] {
  const { checker } = options.reading;
  const own = new Set(declaration.members.map(memberKey));
  const found: ToolDeclaration[] = [];
  for (const base of hiddenBases(declaration, exportedSymbols, checker)) {
    const inherited = base.members.filter((member) => !own.has(memberKey(member)));
    for (const member of inherited) {
      const instantiated = signatureIn(exported.symbol, member, checker);
      const tools = methodTool(exported, base, member, options);
      found.push(...tools.map((tool) => ({ ...tool, ...(instantiated && { signature: instantiated }) })));
    }
    for (const member of inherited) own.add(memberKey(member));
  }
  return found;
}

/** From the nearest upwards, to the first that is exported. */
function hiddenBases(
  declaration: ts.ClassLikeDeclaration,
  exportedSymbols: ReadonlySet<ts.Symbol>,
  checker: ts.TypeChecker,
): readonly ts.ClassDeclaration[] {
  const bases: ts.ClassDeclaration[] = [];
  for (let current: ts.ClassLikeDeclaration | undefined = declaration; current; ) {
    const symbol = baseOf(current, checker);
    if (!symbol || exportedSymbols.has(symbol)) break;
    const base: ts.ClassDeclaration | undefined = symbol.declarations?.find(ts.isClassDeclaration);
    // A package's doc comments are written for other tools than this one.
    if (!base || base.getSourceFile().isDeclarationFile || bases.includes(base)) break;
    bases.push(base);
    current = base;
  }
  return bases;
}

function baseOf({ heritageClauses }: ts.ClassLikeDeclaration, checker: ts.TypeChecker): ts.Symbol | undefined {
  const clause = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const [base] = clause?.types ?? [];
  const symbol = base && checker.getSymbolAtLocation(base.expression);
  return symbol && behindAliases(symbol, checker);
}

function memberKey(member: ts.ClassElement): string {
  return `${isStaticMember(member) ? "static " : ""}${member.name?.getText() ?? ""}`;
}

/** With the type arguments of `extends Base<Order>` in it. */
function signatureIn(owner: ts.Symbol, member: ts.ClassElement, checker: ts.TypeChecker): ts.Signature | undefined {
  if (!ts.isMethodDeclaration(member) || isStaticMember(member)) return undefined;
  const property = checker.getDeclaredTypeOfSymbol(owner).getProperty(textOfName(member.name));
  const signatures = property && checker.getTypeOfSymbol(property).getCallSignatures();
  return signatures?.length === 1 ? signatures[0] : undefined;
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
