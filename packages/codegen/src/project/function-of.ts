/** Which function a value is: the signature that a model is shown, and the node that has the parameters. */
import { ts } from "ts-morph";

export interface FunctionOfValue {
  readonly signature: ts.Signature;
  readonly declaration: ts.SignatureDeclaration;
  /** The code that runs; absent where the value is the result of a call, or only declared. */
  readonly implementation?: ts.SignatureDeclaration;
}

export type FunctionSearch =
  | ({ readonly kind: "function" } & FunctionOfValue)
  | { readonly kind: "overloads"; readonly count: number }
  | { readonly kind: "none" };

/** Of a function declaration or a method: its overloads count, its implementation does not if there are any. */
export function functionOfDeclarations(
  declarations: readonly ts.SignatureDeclaration[],
  checker: ts.TypeChecker,
): FunctionSearch {
  const overloads = declarations.filter((declaration) => !("body" in declaration && declaration.body));
  if (overloads.length > 1) return { kind: "overloads", count: overloads.length };
  const declaration = overloads[0] ?? declarations[0];
  const signature = declaration && checker.getSignatureFromDeclaration(declaration);
  const implementation = declarations.find((each) => !overloads.includes(each));
  return signature
    ? { kind: "function", signature, declaration, ...(implementation && { implementation }) }
    : { kind: "none" };
}

/** Of an expression: the function that is written there, or the one call signature of its type. */
export function functionOfExpression(expression: ts.Expression, checker: ts.TypeChecker): FunctionSearch {
  const inner = unwrapped(expression);
  if (ts.isArrowFunction(inner) || ts.isFunctionExpression(inner)) return functionOfDeclarations([inner], checker);
  return functionOfType(checker.getTypeAtLocation(inner));
}

export function functionOfType(type: ts.Type): FunctionSearch {
  const signatures = type.getCallSignatures();
  if (signatures.length > 1) return { kind: "overloads", count: signatures.length };
  const [signature] = signatures;
  // A signature without a declaration is one that the compiler made up; its parameters have no place in a source.
  const declaration: ts.SignatureDeclaration | undefined = signature?.declaration as
    | ts.SignatureDeclaration
    | undefined;
  return signature && declaration ? { kind: "function", signature, declaration } : { kind: "none" };
}

/** Without parentheses, `as`, `satisfies` and `!` around it. */
export function unwrapped(expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isNonNullExpression(inner)
  )
    inner = inner.expression;
  return inner;
}
