/** The schema of what a tool accepts, and what has to be known beside it to call the function. */
import type { Conversions, JsonSchema, ParametersSchema } from "@runa/runtime/manifest";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import type { ToolSignature } from "../signature/tool-signature.ts";
import type { PropertyShape } from "../signature/type-shape.ts";
import { assembleSchema } from "./assemble-schema.ts";
import { checkToolTexts, hasText } from "./check-texts.ts";
import type { DraftProperty } from "./draft.ts";
import { matchParamDocs } from "./match-param-docs.ts";
import { createArgumentsContext } from "./schema-context.ts";
import { toDraft } from "./to-json-schema.ts";
import { toPropertyDraft } from "./to-property-schema.ts";

export interface ToolParameters {
  readonly schema: ParametersSchema;
  /** JSON pointers into `schema`, to the rich type that stands there. */
  readonly convert: Conversions;
  /** JSON pointers into `schema`, to values that are kept out of logs. */
  readonly secret: readonly string[];
  /** The names of optional parameters, or properties of a flattened one, that no model is told of. */
  readonly leftOut: ReadonlySet<string>;
}

/**
 * Findings go to the log, under the tool's name. After an error the schema is what could be said, and must not be
 * written.
 */
export function toParametersSchema(signature: ToolSignature, log: DiagnosticLog): ToolParameters {
  const context = createArgumentsContext(log, signature.name);
  checkToolTexts(signature, context);
  const properties = propertiesOf(signature);
  const overrides = matchParamDocs(signature, properties, context);
  const leftOut = new Set<string>();
  const drafts: DraftProperty[] = [];
  for (const property of properties) {
    const { name, location } = property;
    const override = overrides.inside.get(name);
    const place = { path: name, location, ...(override && { override }) };
    const draft = toPropertyDraft(property, place, context, (shape, inner) => toDraft(shape, inner, context));
    if (draft === undefined) {
      leftOut.add(name);
      continue;
    }
    drafts.push(draft);
    if (!hasText(draft.draft, context.bodies)) {
      context.report("missing-param-text", location, { tool: signature.name, parameter: name });
    }
  }
  context.finish(signature.location);
  const root = { keywords: { type: "object" as const }, properties: drafts, additionalProperties: false };
  const { schema, convert, secret } = assembleSchema(root, context.bodies);
  return { schema: toRoot(schema), convert, secret, leftOut };
}

function propertiesOf({ parameters }: ToolSignature): PropertyShape[] {
  return parameters.flatMap((parameter) => {
    if (parameter.kind === "injected") return [];
    return parameter.kind === "flattened" ? parameter.properties : [parameter.property];
  });
}

/** Says to the compiler what a root always is. */
function toRoot(schema: JsonSchema): ParametersSchema {
  return { ...schema, type: "object", properties: schema.properties ?? {} };
}
