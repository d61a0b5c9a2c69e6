/**
 * A type as its author wrote it. The compiler's types forget the order of union members and of mapped keys, and which
 * alias was named; the nodes remember. A node alone is not enough: in `interface Box<T> { value: T }` the node of
 * `value` is `T`, so what the type parameters stand for travels along.
 */
import { ts } from "ts-morph";

export interface Written {
  /** A type node, a declaration, or the expression that a type is inferred from. */
  readonly node: ts.Node;
  readonly bindings: Bindings;
}

/** What type parameters stand for, by their symbol. */
export type Bindings = ReadonlyMap<ts.Symbol, Binding>;

export type Binding =
  | { readonly kind: "written"; readonly written: Written }
  /** The argument is known, but nobody wrote it: the compiler inferred it. */
  | { readonly kind: "type"; readonly type: ts.Type }
  /** One key of a mapped type. */
  | { readonly kind: "key"; readonly key: string | number };

export const NO_BINDINGS: Bindings = new Map();

export function asWritten(node: ts.Node, bindings: Bindings = NO_BINDINGS): Written {
  return { node, bindings };
}

/** The symbol that a reference names, import aliases resolved. */
export function referencedSymbol(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const name = referencedName(node);
  const symbol = name && checker.getSymbolAtLocation(name);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function referencedName(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  if (ts.isTypeQueryNode(node)) return node.exprName;
  if (ts.isImportTypeNode(node)) return node.qualifier ?? node.argument;
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) ? node : undefined;
}

/** The arguments of a reference, as it writes them. */
export function writtenArguments(reference: Written): readonly Binding[] {
  const { node, bindings } = reference;
  const nodes =
    ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node) || ts.isImportTypeNode(node)
      ? (node.typeArguments ?? [])
      : [];
  return nodes.map((argument) => ({ kind: "written", written: { node: argument, bindings } }));
}

/** Binds the type parameters of a declaration; a missing argument is the parameter's default. */
export function bindParameters(
  checker: ts.TypeChecker,
  declaration: ts.Node,
  args: readonly (Binding | undefined)[],
): Bindings {
  const parameters = typeParametersOf(declaration);
  if (parameters.length === 0) return NO_BINDINGS;
  const bindings = new Map<ts.Symbol, Binding>();
  for (const [index, parameter] of parameters.entries()) {
    const symbol = checker.getSymbolAtLocation(parameter.name);
    const fallback: Binding | undefined = parameter.default && {
      kind: "written",
      written: { node: parameter.default, bindings },
    };
    const binding = args[index] ?? fallback;
    if (symbol && binding) bindings.set(symbol, binding);
  }
  return bindings;
}

export function typeParametersOf(declaration: ts.Node): readonly ts.TypeParameterDeclaration[] {
  return ts.isInterfaceDeclaration(declaration) || ts.isClassLike(declaration) || ts.isTypeAliasDeclaration(declaration)
    ? (declaration.typeParameters ?? [])
    : [];
}

/**
 * The same, without what only wraps it: parentheses, `readonly`, `satisfies`, a declaration around its annotation or
 * initialiser, and a type parameter that is bound to something written.
 */
export function unwrap(checker: ts.TypeChecker, written: Written): Written {
  let current = written;
  for (;;) {
    const inner = wrapped(checker, current);
    if (!inner) return current;
    current = inner;
  }
}

function wrapped(checker: ts.TypeChecker, { node, bindings }: Written): Written | undefined {
  const inner = wrappedNode(node);
  if (inner) return { node: inner, bindings };
  if (!ts.isTypeReferenceNode(node) || bindings.size === 0) return undefined;
  const symbol = referencedSymbol(checker, node);
  const binding = symbol && bindings.get(symbol);
  return binding?.kind === "written" ? binding.written : undefined;
}

/** By kind, since this is asked of every node that is read: a chain of guards shows in a profile. */
function wrappedNode(node: ts.Node): ts.Node | undefined {
  switch (node.kind) {
    case ts.SyntaxKind.ParenthesizedType:
    case ts.SyntaxKind.OptionalType:
    case ts.SyntaxKind.NamedTupleMember:
    case ts.SyntaxKind.PropertySignature:
      return (node as ts.ParenthesizedTypeNode | ts.OptionalTypeNode | ts.NamedTupleMember | ts.PropertySignature).type;
    case ts.SyntaxKind.TypeOperator: {
      const { operator, type } = node as ts.TypeOperatorNode;
      return operator === ts.SyntaxKind.KeyOfKeyword ? undefined : type;
    }
    case ts.SyntaxKind.ParenthesizedExpression:
    case ts.SyntaxKind.SatisfiesExpression:
    case ts.SyntaxKind.NonNullExpression:
      return (node as ts.ParenthesizedExpression | ts.SatisfiesExpression | ts.NonNullExpression).expression;
    case ts.SyntaxKind.AsExpression:
    case ts.SyntaxKind.TypeAssertionExpression: {
      const { type, expression } = node as ts.AsExpression | ts.TypeAssertion;
      return ts.isConstTypeReference(type) ? expression : type;
    }
    case ts.SyntaxKind.Parameter:
    case ts.SyntaxKind.VariableDeclaration:
    case ts.SyntaxKind.PropertyDeclaration: {
      const { type, initializer } = node as ts.ParameterDeclaration | ts.VariableDeclaration | ts.PropertyDeclaration;
      return type ?? initializer;
    }
    case ts.SyntaxKind.PropertyAssignment:
      return (node as ts.PropertyAssignment).initializer;
    default:
      return undefined;
  }
}
