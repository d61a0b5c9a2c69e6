/** From a described tool to how the arguments of a call reach its function. The order of keys is part of the format. */
import type { ParameterBinding, ToolBinding } from "@runa/runtime/manifest";
import { relativeModule } from "../diagnostics/relative-path.ts";
import type { ParameterSignature } from "../signature/tool-signature.ts";
import type { DescribedTool } from "./described-tool.ts";

export function toBinding({ signature, parameters, returns }: DescribedTool, manifestFile: string): ToolBinding {
  return {
    module: relativeModule(manifestFile, signature.module),
    export: signature.exportName,
    ...(signature.method !== undefined && { method: signature.method }),
    ...(signature.isStatic && { static: true }),
    params: signature.parameters.map((parameter) => toParameterBinding(parameter, parameters.leftOut)),
    async: signature.isAsync,
    thread: signature.thread,
    ...(signature.threadReason !== undefined && { why: signature.threadReason }),
    ...(Object.keys(parameters.convert).length > 0 && { convert: parameters.convert }),
    ...(parameters.secret.length > 0 && { secret: parameters.secret }),
    ...(signature.isExternal && { external: true }),
    ...(signature.isReadonly && { readonly: true }),
    ...(signature.isDestructive && { destructive: true }),
    ...(signature.isIdempotent && { idempotent: true }),
    ...(signature.isDeprecated && { deprecated: true }),
    ...(returns && { returns }),
  };
}

function toParameterBinding(parameter: ParameterSignature, leftOut: ReadonlySet<string>): ParameterBinding {
  switch (parameter.kind) {
    case "property":
      return leftOut.has(parameter.property.name) ? null : parameter.property.name;
    case "rest":
      return leftOut.has(parameter.property.name) ? null : { rest: parameter.property.name };
    case "flattened":
      return { object: parameter.properties.map(({ name }) => name).filter((name) => !leftOut.has(name)) };
    case "injected":
      return { inject: parameter.inject, ...(parameter.required && { required: true }) };
  }
}
