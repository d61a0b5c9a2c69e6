/**
 * What a tool's signature is made of: the nodes of its parameters and return type, and the declarations that they name,
 * as far as these say something about data. An error in one of them reaches the signature.
 */
import { ts } from "ts-morph";
import type { ToolDeclaration } from "../reader/tool-declaration.ts";

export interface UnresolvedName {
  readonly node: ts.Identifier;
  /** The import that was to bring it. */
  readonly module?: string;
}

export interface SignatureReach {
  /** Stretches of source that the compiler checks for the tool. */
  readonly checked: ReadonlySet<ts.Node>;
  /** Imports and re-exports that it came through. */
  readonly imports: ReadonlySet<ts.Node>;
  readonly unresolved: readonly UnresolvedName[];
}

/** Follows each declaration once, however many tools name it. */
export function createReachReader(checker: ts.TypeChecker): (tool: ToolDeclaration) => SignatureReach {
  const known = new Map<ts.Node, StepResult>();
  const stepOf = (node: ts.Node): StepResult => {
    const step = known.get(node) ?? readStep(node, checker);
    known.set(node, step);
    return step;
  };
  return (tool) => {
    const checked = new Set<ts.Node>();
    const imports = new Set<ts.Node>();
    const unresolved: UnresolvedName[] = [];
    const pending = signatureNodes(tool);
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (checked.has(node)) continue;
      checked.add(node);
      const step = stepOf(node);
      for (const each of step.imports) imports.add(each);
      unresolved.push(...step.unresolved);
      pending.push(...step.next);
    }
    return { checked, imports, unresolved };
  };
}

function signatureNodes({ declaration, nameNode }: ToolDeclaration): ts.Node[] {
  const holder = nameNode.parent;
  const typeOfConstant = ts.isVariableDeclaration(holder) ? holder.type : undefined;
  return [
    ...(declaration.typeParameters ?? []),
    ...declaration.parameters,
    ...[declaration.type, typeOfConstant].filter((node) => node !== undefined),
  ];
}

interface StepResult {
  readonly next: readonly ts.Node[];
  readonly imports: readonly ts.Node[];
  readonly unresolved: readonly UnresolvedName[];
}

/** The names in one stretch, and the nodes of what they stand for. */
function readStep(node: ts.Node, checker: ts.TypeChecker): StepResult {
  const next: ts.Node[] = [];
  const imports: ts.Node[] = [];
  const unresolved: UnresolvedName[] = [];
  const follow = (name: ts.EntityName | ts.Expression): void => {
    const identifiers = identifiersOf(name);
    const chains = identifiers.map((identifier) => aliasChain(checker.getSymbolAtLocation(identifier), checker));
    const links = chains.flat().filter((link) => link.flags & ts.SymbolFlags.Alias);
    const own = links.flatMap((link) => link.declarations ?? []);
    imports.push(...own);
    const target = chains.at(-1)?.at(-1);
    const node = identifiers.at(-1);
    if (node && isNowhere(target)) {
      const module = own.map(specifierAround).find((specifier) => specifier !== undefined);
      unresolved.push({ node, ...(module !== undefined && { module }) });
    } else for (const declaration of target?.declarations ?? []) next.push(...dataNodes(declaration));
  };
  const visit = (child: ts.Node): void => {
    // Of most nodes only the type can hold a name: what else there is are names and expressions.
    if (ts.isParameter(child) || ts.isPropertySignature(child)) {
      if (child.type) visit(child.type);
      return;
    }
    if (isLeaf(child)) return;
    if (ts.isTypeReferenceNode(child)) {
      const declarations = declarationsOfPlainReference(child, checker);
      if (declarations === undefined) follow(child.typeName);
      else for (const declaration of declarations) next.push(...dataNodes(declaration));
      child.typeArguments?.forEach(visit);
      return;
    }
    if (ts.isExpressionWithTypeArguments(child)) follow(child.expression);
    else if (ts.isTypeQueryNode(child)) follow(child.exprName);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return { next, imports, unresolved };
}

/** What cannot be found is no symbol, one without a declaration, or an import behind which there is nothing. */
function isNowhere(symbol: ts.Symbol | undefined): boolean {
  if (symbol === undefined || symbol.flags & ts.SymbolFlags.Alias) return true;
  return symbol.declarations === undefined && !UNDECLARED.has(symbol.name);
}

/** Names that the compiler knows by itself. */
const UNDECLARED: ReadonlySet<string> = new Set(["globalThis", "undefined"]);

/** Holds no name of a type. A function is no data, so what it takes and gives does not matter. */
function isLeaf(node: ts.Node): boolean {
  return (
    (node.kind >= ts.SyntaxKind.FirstToken && node.kind <= ts.SyntaxKind.LastToken) ||
    ts.isLiteralTypeNode(node) ||
    ts.isFunctionTypeNode(node) ||
    ts.isMethodSignature(node) ||
    ts.isExpression(node)
  );
}

/**
 * For a name that stands for a type of the same name, which is most of them: the type is resolved for the signature in
 * any case, while asking for the symbol of a name looks it up once more.
 */
function declarationsOfPlainReference(
  reference: ts.TypeReferenceNode,
  checker: ts.TypeChecker,
): readonly ts.Declaration[] | undefined {
  const { typeName } = reference;
  if (!ts.isIdentifier(typeName)) return undefined;
  const type = checker.getTypeFromTypeNode(reference);
  const symbol = type.aliasSymbol ?? type.getSymbol();
  return symbol?.name === typeName.text ? symbol.declarations : undefined;
}

/** From a name to what it stands for, link by link. */
function aliasChain(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): readonly ts.Symbol[] {
  const links: ts.Symbol[] = [];
  for (let link = symbol; link && !links.includes(link); ) {
    links.push(link);
    link = link.flags & ts.SymbolFlags.Alias ? checker.getImmediateAliasedSymbol(link) : undefined;
  }
  return links;
}

/** The parts of a declaration that say what values look like; none for what the compiler brings along. */
function dataNodes(declaration: ts.Declaration): readonly ts.Node[] {
  if (declaration.getSourceFile().fileName.startsWith("/node_modules/typescript/lib/")) return [];
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) return [declaration];
  if (ts.isVariableDeclaration(declaration)) return declaration.type ? [declaration.type] : [];
  if (ts.isClassLike(declaration)) {
    const fields = declaration.members.filter(ts.isPropertyDeclaration);
    return [...(declaration.heritageClauses ?? []), ...fields];
  }
  return [];
}

/** `geo`, then `Point`, of `geo.Point`. */
function identifiersOf(name: ts.EntityName | ts.Expression): readonly ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  if (ts.isQualifiedName(name)) return [...identifiersOf(name.left), name.right];
  if (ts.isPropertyAccessExpression(name) && ts.isIdentifier(name.name))
    return [...identifiersOf(name.expression), name.name];
  return [];
}

function specifierAround(node: ts.Node): string | undefined {
  const around = ts.findAncestor(node, (parent) => ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent));
  if (around === undefined || !(ts.isImportDeclaration(around) || ts.isExportDeclaration(around))) return undefined;
  return around.moduleSpecifier && ts.isStringLiteral(around.moduleSpecifier) ? around.moduleSpecifier.text : undefined;
}
