/** A type tagged `@schema` as an entry of the manifest. */
import type { ManifestSchema } from "@runa/runtime/manifest";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import type { SchemaSignature } from "../signature/tool-signature.ts";
import type { PropertyShape } from "../signature/type-shape.ts";
import { assembleSchema } from "./assemble-schema.ts";
import { createArgumentsContext } from "./schema-context.ts";
import { throughNames } from "./through-names.ts";
import { toDraft } from "./to-json-schema.ts";
import { toPropertyDraft } from "./to-property-schema.ts";

/** The type itself is written at the root, also where it contains itself: providers want to see an object there. */
export function toSchemaDefinition(signature: SchemaSignature, log: DiagnosticLog): ManifestSchema {
  const { name, location, doc } = signature;
  const context = createArgumentsContext(log, undefined);
  const property: PropertyShape = {
    name,
    shape: throughNames(signature.shape),
    optional: false,
    location,
    ...(doc && { doc: { ...doc, tags: [] } }),
  };
  const place = { path: name, location };
  const root = toPropertyDraft(property, place, context, (shape, inner) => toDraft(shape, inner, context));
  context.finish(location);
  const { schema, convert } = assembleSchema(root?.draft ?? { keywords: {} }, context.bodies);
  return { schema, ...(Object.keys(convert).length > 0 && { convert }) };
}
