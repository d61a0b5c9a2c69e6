/** From described tools and schemas to the manifest: path order, then position, whatever order they were read in. */
import { MANIFEST_VERSION, type Manifest } from "@runa/runtime/manifest";
import { compareText, relativeModule } from "../diagnostics/relative-path.ts";
import type { SourceLocation } from "../signature/source-location.ts";
import type { DescribedSchema, DescribedTool } from "./described-tool.ts";
import { toBinding } from "./to-binding.ts";
import { toDefinition } from "./to-definition.ts";

interface Placed {
  readonly signature: { readonly name: string; readonly module: string; readonly location: SourceLocation };
}

/** `manifestFile` is where it will stand: modules are named relative to it. */
export function assembleManifest(
  tools: readonly DescribedTool[],
  schemas: readonly DescribedSchema[],
  manifestFile: string,
): Manifest {
  return {
    version: MANIFEST_VERSION,
    tools: inPathOrder(tools, manifestFile).map((tool) => ({
      type: "function",
      function: toDefinition(tool),
      runa: toBinding(tool, manifestFile),
    })),
    schemas: Object.fromEntries(
      inPathOrder(schemas, manifestFile).map(({ signature, definition }) => [signature.name, definition]),
    ),
  };
}

/** Relative paths, because the folder that a project was cloned into must not decide the order of what lies outside it. */
export function inPathOrder<T extends Placed>(items: readonly T[], manifestFile: string): readonly T[] {
  const paths = new Map<string, string>();
  const pathOf = (module: string): string => {
    const path = paths.get(module) ?? relativeModule(manifestFile, module);
    paths.set(module, path);
    return path;
  };
  return items
    .map((item) => ({ item, path: pathOf(item.signature.module) }))
    .sort(
      (a, b) =>
        compareText(a.path, b.path) ||
        comparePosition(a.item.signature.location, b.item.signature.location) ||
        compareText(a.item.signature.name, b.item.signature.name),
    )
    .map(({ item }) => item);
}

function comparePosition(a: SourceLocation, b: SourceLocation): number {
  return a.line - b.line || a.column - b.column;
}
