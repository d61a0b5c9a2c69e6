/** The parameter list of a tool as the compiler sees it. */
import { ts } from "ts-morph";
import type { ToolDeclaration } from "./tool-declaration.ts";

export interface CompilerParameter {
  readonly node: ts.ParameterDeclaration;
  /** The text of the pattern, for a destructured parameter. */
  readonly name: string;
  readonly type: ts.Type;
}

/** Type and node of each parameter. `this` is none: methods have it by themselves, for functions it was checked before. */
export function compilerParametersOf(
  { signature, declaration }: Pick<ToolDeclaration, "signature" | "declaration">,
  checker: ts.TypeChecker,
): readonly CompilerParameter[] {
  const nodes = declaration.parameters.filter(
    (node): node is ts.ParameterDeclaration => ts.isParameter(node) && !isThis(node),
  );
  return nodes.map((node, index) => {
    const symbol = signature.parameters[index];
    // The signature knows type arguments that the node does not: `const f: Handler<Order> = …`.
    const type = symbol ? checker.getTypeOfSymbolAtLocation(symbol, node) : checker.getTypeAtLocation(node);
    return { node, name: ts.isIdentifier(node.name) ? node.name.text : oneLine(node.name.getText()), type };
  });
}

export function isThis(node: ts.ParameterDeclaration): boolean {
  return ts.isIdentifier(node.name) && node.name.text === "this";
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
