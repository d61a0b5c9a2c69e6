/**
 * The type of a tool's arguments, as text. It is taken from the function by position, so that the compiler sees the real
 * types (a `Date`, not a string) and a tool that is gone is an error where it is used. Names cannot be had from
 * `Parameters<F>`, whose labels are invisible to types: they are written here.
 */
import type { ParameterSignature, ToolSignature } from "../signature/tool-signature.ts";
import { isIdentifier } from "./local-names.ts";

/** `functionType` is how the binding names the function's type: `typeof refund`. */
export function toArgumentsType(signature: ToolSignature, leftOut: ReadonlySet<string>, functionType: string): string {
  const parameters = `Parameters<${functionType}>`;
  const members: string[] = [];
  for (const [index, parameter] of signature.parameters.entries()) {
    // It may have an initialiser, and `undefined` with it.
    if (parameter.kind === "flattened") return `NonNullable<${parameters}[${index}]>`;
    const member = toMember(parameter, index, leftOut, parameters);
    if (member) members.push(member);
  }
  return members.length === 0 ? "Record<string, never>" : `{ ${members.join("; ")} }`;
}

function toMember(
  parameter: Exclude<ParameterSignature, { readonly kind: "flattened" }>,
  index: number,
  leftOut: ReadonlySet<string>,
  parameters: string,
): string | undefined {
  if (parameter.kind === "injected" || leftOut.has(parameter.property.name)) return undefined;
  const name = propertyName(parameter.property.name);
  if (parameter.kind === "rest") return `${name}?: ${restType(index, parameters)}`;
  return `${name}${parameter.property.optional ? "?" : ""}: ${parameters}[${index}]`;
}

/** An index gives the type of one element only. */
function restType(index: number, parameters: string): string {
  if (index === 0) return parameters;
  const before = Array.from({ length: index }, () => "unknown?").join(", ");
  return `${parameters} extends [${before}, ...infer Rest] ? Rest : never`;
}

export function propertyName(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}
