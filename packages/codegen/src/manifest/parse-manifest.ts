/** From the text of a manifest on disk to its content, whatever a checkout, an editor or a formatter did to the text. */
import { MANIFEST_VERSION, type Manifest } from "@runa/runtime/manifest";

export type ParsedManifest =
  | { readonly ok: true; readonly manifest: Manifest }
  /** `problem` completes "src/runa.tools.json …". */
  | { readonly ok: false; readonly problem: string };

/** Checks only what a comparison relies on. */
export function parseManifest(text: string): ParsedManifest {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return { ok: false, problem: `is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (!isRecord(value) || !Array.isArray(value.tools) || !isRecord(value.schemas))
    return { ok: false, problem: "is not a manifest: it has no tools and schemas" };
  if (value.version !== MANIFEST_VERSION) {
    const found = JSON.stringify(value.version);
    return { ok: false, problem: `has format version ${found}; this runa-gen writes version ${MANIFEST_VERSION}` };
  }
  const damaged = value.tools.findIndex((tool) => !isTool(tool));
  if (damaged >= 0) return { ok: false, problem: `is damaged: entry ${damaged} of its tools is not a tool` };
  const schemas = Object.entries(value.schemas);
  const bad = schemas.find(([, entry]) => !isRecord(entry) || !isRecord(entry.schema));
  if (bad) return { ok: false, problem: `is damaged: its schema "${bad[0]}" is not a schema` };
  return { ok: true, manifest: value as unknown as Manifest };
}

function isTool(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value.function) || !isRecord(value.runa)) return false;
  return typeof value.function.name === "string" && isRecord(value.function.parameters);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
