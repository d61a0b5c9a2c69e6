/**
 * From a shape to the draft of its schema: the dispatch, and the shapes that take no more than a line. A shape with an
 * obstacle (`find-obstacle.ts`) does not come here as an argument; of a result it says nothing.
 */
import type { JsonSchema } from "@runa/runtime/manifest";
import type { StringShape, TypeShape } from "../signature/type-shape.ts";
import { ANYTHING, type Draft } from "./draft.ts";
import { reportGap } from "./report-gap.ts";
import { type Convert, itemsOf, type Place, type SchemaContext } from "./schema-context.ts";
import { toLiteralsDraft } from "./to-literals-schema.ts";
import { toMapDraft } from "./to-map-schema.ts";
import { toNamedDraft } from "./to-named-schema.ts";
import { toObjectDraft } from "./to-object-schema.ts";
import { toTupleDraft } from "./to-tuple-schema.ts";
import { toUnionDraft } from "./to-union-schema.ts";

export function toDraft(shape: TypeShape, place: Place, context: SchemaContext): Draft {
  const convert: Convert = (inner, innerPlace) => toDraft(inner, innerPlace, context);
  switch (shape.kind) {
    case "anything":
      if (shape.gap !== undefined) reportGap(shape.gap, place, context);
      return ANYTHING;
    case "null":
    case "boolean":
    case "number":
    case "integer":
      return { keywords: { type: shape.kind } };
    case "string":
      return { keywords: stringKeywords(shape) };
    case "literals":
      return toLiteralsDraft(shape, context);
    case "array":
      return { keywords: { type: "array" }, items: convert(shape.items, itemsOf(place)) };
    case "tuple":
      if (shape.gap !== undefined) reportGap(shape.gap, place, context);
      return toTupleDraft(shape, place, convert);
    case "object":
      return toObjectDraft(shape, place, context, convert);
    case "non-primitive":
      return { keywords: { type: ["object", "array"] } };
    case "date":
      return { keywords: { type: "string", format: "date-time" }, rich: "date" };
    case "url":
      return { keywords: { type: "string", format: "uri" }, rich: "url" };
    case "bytes":
      // A result that holds bytes is no JSON: `JSON.stringify` writes an object with an entry for each byte.
      if (context.purpose === "result") return ANYTHING;
      return { keywords: { type: "string", contentEncoding: "base64" }, rich: "bytes" };
    case "bigint":
      if (context.purpose === "result") return { keywords: { type: "string" } };
      return { keywords: { type: "integer" }, rich: "bigint" };
    case "set": {
      const items = convert(shape.items, itemsOf(place));
      return { keywords: { type: "array", uniqueItems: true }, items, rich: "set" };
    }
    case "map":
      return toMapDraft(shape, place, convert);
    case "union":
      return toUnionDraft(shape, place, context, convert);
    case "named":
      return toNamedDraft(shape.type, place, context, convert);
    case "inexpressible":
      return ANYTHING;
  }
}

function stringKeywords({ patterns = [] }: StringShape): JsonSchema {
  const [pattern, ...others] = patterns;
  return {
    type: "string",
    ...(pattern !== undefined && { pattern }),
    ...(others.length > 0 && { allOf: others.map((other) => ({ pattern: other })) }),
  };
}
