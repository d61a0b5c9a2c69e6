/** Says that a type is not said exactly. */
import type { CodeName } from "../diagnostics/codes.ts";
import type { Gap } from "../signature/type-shape.ts";
import type { Place, SchemaContext } from "./schema-context.ts";

const CODES = {
  "open-type-parameter": "open-type-parameter",
  "no-json-form": "no-json-form",
  "undefined-element": "undefined-element",
  unresolved: "type-not-resolved",
  "leading-rest": "leading-rest",
  endless: "endless-type",
} as const satisfies { readonly [why in Gap["why"]]: CodeName };

export function reportGap({ why, typeText }: Gap, { path, location }: Place, context: SchemaContext): void {
  // What a package does not find was said when its names were looked up.
  if (why === "unresolved" && location.file.includes("/node_modules/")) return;
  context.report(CODES[why], location, { path, type: typeText });
}
