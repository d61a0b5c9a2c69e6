/** Signatures made by hand, for tests of the stages that come after reading. */
import type { JsonSchema, ParametersSchema } from "@runa/runtime/manifest";
import type { DescribedTool } from "../../src/manifest/described-tool.ts";
import type { SourceLocation } from "../../src/signature/source-location.ts";
import type { ParameterSignature, ToolSignature } from "../../src/signature/tool-signature.ts";

export function locationIn(file: string, line = 1, column = 1): SourceLocation {
  return { file, line, column, endLine: line, endColumn: column + 1 };
}

export function property(name: string, optional = false): ParameterSignature {
  return { kind: "property", property: { name, optional, shape: { kind: "string" }, location: locationIn("/p/x.ts") } };
}

export interface ToolSketch extends Partial<ToolSignature> {
  readonly name: string;
  readonly schema?: JsonSchema;
  readonly leftOut?: readonly string[];
  readonly convert?: DescribedTool["parameters"]["convert"];
  readonly secret?: readonly string[];
  readonly returnSchema?: JsonSchema;
}

/** A tool of `/p/src/tools.ts` without parameters, but for what is given. */
export function describedTool(sketch: ToolSketch): DescribedTool {
  const { schema, leftOut = [], convert = {}, secret = [], returnSchema, ...signature } = sketch;
  const properties = Object.fromEntries(namesOf(signature.parameters ?? []).map((name) => [name, { type: "string" }]));
  return {
    signature: {
      location: locationIn(signature.module ?? "/p/src/tools.ts"),
      module: "/p/src/tools.ts",
      exportName: sketch.name,
      parameters: [],
      paramDocs: [],
      isAsync: true,
      thread: "main",
      isExternal: false,
      isReadonly: false,
      isDestructive: false,
      isIdempotent: false,
      isDeprecated: false,
      ...signature,
    },
    parameters: {
      schema: { type: "object", properties, additionalProperties: false, ...schema } as ParametersSchema,
      leftOut: new Set(leftOut),
      convert,
      secret,
    },
    ...(returnSchema && { returns: returnSchema }),
  };
}

function namesOf(parameters: readonly ParameterSignature[]): readonly string[] {
  return parameters.flatMap((parameter) => {
    if (parameter.kind === "property" || parameter.kind === "rest") return [parameter.property.name];
    return parameter.kind === "flattened" ? parameter.properties.map(({ name }) => name) : [];
  });
}
