/** From the parameter list of a tool to what becomes of each parameter: injected, a property, spread, or flattened. */
import { ts } from "ts-morph";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import type { ParameterSignature } from "../signature/tool-signature.ts";
import type { PropertyShape } from "../signature/type-shape.ts";
import { flattenParameter } from "./flatten-parameter.ts";
import { injectionOf, RESERVED_NAMES } from "./injected-parameter.ts";
import { literalValueOf } from "./literal-value.ts";
import { locationOf } from "./location-of.ts";
import { readDocComment } from "./read-doc-comment.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";
import type { TypeReading } from "./type-reading.ts";

/** A parameter as the compiler sees it. */
export interface CompilerParameter {
  readonly node: ts.ParameterDeclaration;
  /** The text of the pattern, for a destructured parameter. */
  readonly name: string;
  readonly type: ts.Type;
}

interface ReadParametersOptions {
  readonly checker: ts.TypeChecker;
  readonly types: TypeReading;
  readonly log: DiagnosticLog;
}

export function readParameters(
  tool: Pick<ToolDeclaration, "name" | "signature" | "declaration">,
  { checker, types, log }: ReadParametersOptions,
): readonly ParameterSignature[] {
  const parameters = compilerParametersOf(tool, checker).map((parameter) => ({
    ...parameter,
    inject: injectionOf(parameter, checker),
  }));
  const forModel = parameters.filter(({ inject }) => inject === undefined);
  noteInjected(tool.name, tool.declaration, parameters, log);

  return parameters.map((parameter): ParameterSignature => {
    const { node, name, inject } = parameter;
    if (inject) return { kind: "injected", name, inject, location: locationOf(node.name) };
    if (!ts.isIdentifier(node.name)) {
      if (forModel.length > 1) {
        const others = forModel.filter((other) => other !== parameter).map((other) => other.name);
        const where = { location: locationOf(node.name), tool: tool.name };
        log.report("destructured-beside-others", where, { tool: tool.name, pattern: name, others });
      }
      return flattenParameter(parameter, { tool: tool.name, checker, types, log });
    }
    const property = readProperty(parameter, { checker, types });
    return { kind: node.dotDotDotToken ? "rest" : "property", property };
  });
}

/** Type and node of each parameter. `this` is none: methods have it by themselves, for functions it was checked before. */
function compilerParametersOf(
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

function readProperty(
  { node, name, type }: CompilerParameter,
  { checker, types }: { checker: ts.TypeChecker; types: TypeReading },
): PropertyShape {
  const location = locationOf(node.name);
  const doc = readDocComment(node);
  const value = node.initializer && literalValueOf(node.initializer);
  return {
    name,
    shape: types.read(type, node),
    optional: isOptional(node, type, checker),
    ...(doc && { doc }),
    ...(value !== undefined && { default: value }),
    location,
  };
}

/** `?`, an initialiser, a rest parameter, a type with `undefined`; in JavaScript also `@param {string} [name]`. */
function isOptional(node: ts.ParameterDeclaration, type: ts.Type, checker: ts.TypeChecker): boolean {
  if (node.initializer || node.questionToken || node.dotDotDotToken) return true;
  return includesUndefined(type) || checker.isOptionalParameter(node);
}

function includesUndefined(type: ts.Type): boolean {
  return Boolean(type.flags & ts.TypeFlags.Undefined) || (type.isUnion() && type.types.some(includesUndefined));
}

/** One note per tool: what is injected, and which names look as if they were and are the model's. */
function noteInjected(
  tool: string,
  declaration: ts.SignatureDeclaration,
  parameters: readonly (CompilerParameter & { readonly inject: string | undefined })[],
  log: DiagnosticLog,
): void {
  const injected = parameters.filter(({ inject }) => inject !== undefined);
  const ordinary = parameters.filter(({ inject, name }) => inject === undefined && RESERVED_NAMES.includes(name));
  if (injected.length === 0 && ordinary.length === 0) return;
  const first = injected[0] ?? ordinary[0];
  log.report(
    "injected-parameters",
    { location: locationOf(first?.node.name ?? declaration), tool },
    {
      tool,
      injected: injected.map(({ name, inject = name }) => ({ name, inject })),
      ordinary: ordinary.map(({ name }) => name),
    },
  );
}
