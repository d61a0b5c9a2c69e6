/** What the schema stage has made of a signature: the input of everything here. */
import type { Conversions, JsonSchema, ManifestSchema, ParametersSchema } from "@runa/runtime/manifest";
import type { SchemaSignature, ToolSignature } from "../signature/tool-signature.ts";

export interface DescribedTool {
  readonly signature: ToolSignature;
  readonly parameters: {
    readonly schema: ParametersSchema;
    readonly convert: Conversions;
    readonly secret: readonly string[];
    /** Optional parameters and properties that the model never sees. */
    readonly leftOut: ReadonlySet<string>;
  };
  readonly returns?: JsonSchema;
}

export interface DescribedSchema {
  readonly signature: SchemaSignature;
  readonly definition: ManifestSchema;
}
