/** From the parameter list of a tool to what becomes of each parameter: injected, a property, spread, or flattened. */
import { ts } from "ts-morph";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import type { ParameterSignature } from "../signature/tool-signature.ts";
import type { PropertyShape } from "../signature/type-shape.ts";
import { type CompilerParameter, compilerParametersOf } from "./compiler-parameter.ts";
import { flattenParameter } from "./flatten-parameter.ts";
import { injectionOf, RESERVED_NAMES } from "./injected-parameter.ts";
import { literalValueOf } from "./literal-value.ts";
import { readDocComment } from "./read-doc-comment.ts";
import type { SignatureReading } from "./signature-reading.ts";
import { sourceLocationOf } from "./source-location-of.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";
import { includesUndefined } from "./types/union-members.ts";

export function readParameters(
  tool: Pick<ToolDeclaration, "name" | "signature" | "declaration">,
  reading: SignatureReading,
): readonly ParameterSignature[] {
  const { checker, log } = reading;
  const parameters = compilerParametersOf(tool, checker).map((parameter) => ({
    ...parameter,
    inject: injectionOf(parameter, reading),
  }));
  const forModel = parameters.filter(({ inject }) => inject === undefined);
  noteInjected(tool.name, tool.declaration, parameters, log);

  return parameters.map((parameter): ParameterSignature => {
    const { node, name, inject } = parameter;
    if (inject) {
      const isRequired = inject === "team" && !acceptsNothing(parameter, checker);
      const location = sourceLocationOf(node.name);
      return { kind: "injected", name, inject, ...(isRequired && { required: true }), location };
    }
    if (!ts.isIdentifier(node.name)) {
      if (forModel.length > 1) {
        const others = forModel.filter((other) => other !== parameter).map((other) => other.name);
        const where = { location: sourceLocationOf(node.name), tool: tool.name };
        log.report("destructured-beside-others", where, { tool: tool.name, pattern: name, others });
      }
      return flattenParameter(parameter, tool.name, reading);
    }
    const property = readProperty(parameter, reading);
    return { kind: node.dotDotDotToken ? "rest" : "property", property };
  });
}

function readProperty({ node, name, type }: CompilerParameter, { checker, types }: SignatureReading): PropertyShape {
  const doc = readDocComment(node);
  const value = node.initializer && literalValueOf(node.initializer);
  return {
    name,
    shape: types.read(type, undefined, node),
    optional: isOptional(node, type, checker),
    ...(doc && { doc }),
    ...(value !== undefined && { default: value }),
    location: sourceLocationOf(node.name),
  };
}

/** `...ends: [from: number, to: number]` takes two. */
function mayBeEmpty(rest: ts.Type, checker: ts.TypeChecker): boolean {
  if (rest.isUnion()) return rest.types.some((member) => mayBeEmpty(member, checker));
  return !checker.isTupleType(rest) || (rest as ts.TupleTypeReference).target.minLength === 0;
}

/** `?`, an initialiser, a rest parameter that takes nothing too, a type with `undefined`; in JavaScript also `@param {string} [name]`. */
function isOptional(node: ts.ParameterDeclaration, type: ts.Type, checker: ts.TypeChecker): boolean {
  if (node.initializer || node.questionToken) return true;
  if (node.dotDotDotToken) return mayBeEmpty(type, checker);
  return includesUndefined(type) || checker.isOptionalParameter(node);
}

function acceptsNothing({ node, type }: CompilerParameter, checker: ts.TypeChecker): boolean {
  const isNullable = type.isUnion() && type.types.some((member) => member.flags & ts.TypeFlags.Null);
  return isNullable || isOptional(node, type, checker);
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
    { location: sourceLocationOf(first?.node.name ?? declaration), tool },
    {
      tool,
      injected: injected.map(({ name, inject = name }) => ({ name, inject })),
      ordinary: ordinary.map(({ name }) => name),
    },
  );
}
