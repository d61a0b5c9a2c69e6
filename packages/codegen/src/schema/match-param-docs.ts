/** Which `@param` tag is about which parameter, and which is about none. */
import { closestName } from "../diagnostics/closest-name.ts";
import type { ParamDoc } from "../signature/doc-comment.ts";
import type { ToolSignature } from "../signature/tool-signature.ts";
import type { ObjectShape, PropertyShape } from "../signature/type-shape.ts";
import { type DeadEnd, findDeadEnd, type ParamOverride, splitPath, toOverrides } from "./param-overrides.ts";
import type { SchemaContext } from "./schema-context.ts";

/**
 * Overrides by name of the top-level property. A tag for an injected parameter is allowed, and says nothing to the
 * model. A flattened parameter has no name of its own: the first word of a dotted path is any name, and so is one word
 * that stands alone (`@param args What to translate`).
 */
export function matchParamDocs(
  signature: ToolSignature,
  properties: readonly PropertyShape[],
  context: SchemaContext,
): ParamOverride {
  const root: ObjectShape = { kind: "object", properties };
  const injected = new Set(signature.parameters.flatMap((one) => (one.kind === "injected" ? [one.name] : [])));
  const isFlattened = signature.parameters.some(({ kind }) => kind === "flattened");
  const matched: (readonly [path: readonly string[], doc: ParamDoc])[] = [];
  let flattenedName: string | undefined;

  for (const doc of signature.paramDocs) {
    const path = splitPath(doc.path);
    const [first = ""] = path;
    if (injected.has(first)) continue;
    const inside = path.slice(1);
    if (isFlattened && inside.length > 0 && findDeadEnd(root, inside) === undefined) {
      matched.push([inside, doc]);
      continue;
    }
    const deadEnd = path.length === 0 ? { depth: 0, known: [] } : findDeadEnd(root, path);
    if (deadEnd === undefined) {
      matched.push([path, doc]);
      continue;
    }
    const isOwnName = isFlattened && path.length === 1 && closestName(first, deadEnd.known) === undefined;
    if (isOwnName && (flattenedName ?? first) === first) {
      flattenedName = first;
      continue;
    }
    const misses = isFlattened && inside.length > 0 ? findDeadEnd(root, inside) : undefined;
    reportUnknown(
      signature.name,
      doc,
      misses === undefined ? deadEnd : { ...misses, depth: misses.depth + 1 },
      context,
    );
  }
  return toOverrides(matched);
}

function reportUnknown(tool: string, doc: ParamDoc, { depth, known }: DeadEnd, context: SchemaContext): void {
  const path = splitPath(doc.path);
  const closest = closestName(path[depth] ?? "", known);
  const owner = path.slice(0, depth).join(".").replaceAll(".[]", "[]");
  context.report("unknown-param", doc.doc.location, {
    tool,
    path: doc.path,
    known: known.filter((name) => name !== "[]"),
    ...(depth > 0 && { owner }),
    ...(closest !== undefined && { closest }),
  });
}
