/** The manifest's canonical text: two spaces, line feeds, a trailing newline. Keys stand in the order they were written. */
import type { Manifest } from "@runa/runtime/manifest";

export function serializeManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
