/**
 * The side under test: the judged types as parameters of tools in a project on disk, built as `runa-gen` builds it, and
 * the schemas as the runtime validates with them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ParametersSchema } from "@runa/runtime/manifest";
import { createAjv } from "@runa/runtime/validation";
import { build } from "../../src/build.ts";
import type { JudgedType, Signature } from "./judged-type.ts";
import { PLATFORM_DECLARATIONS } from "./oracle.ts";

export type Verdict =
  /** `fits` takes JSON text, as it comes from a model. */
  | { readonly kind: "schema"; readonly schema: ParametersSchema; readonly fits: (json: string) => boolean }
  /** No schema, or one that leaves something open: for these types there should be no such finding. */
  | { readonly kind: "finding"; readonly message: string };

/** What of a judged type the project gets to see. */
export type PrintedType = Pick<JudgedType, "name" | "declarations" | "signature">;

/** What the project makes of each type, in their order. */
export function askSchemas(types: readonly PrintedType[]): readonly Verdict[] {
  const folder = mkdtempSync(join(tmpdir(), "runa-judge-"));
  try {
    writeProject(folder, types);
    return readVerdicts(folder, types);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeProject(folder: string, types: readonly PrintedType[]): void {
  const compilerOptions = {
    target: "es2023",
    lib: ["es2023"],
    types: [],
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  mkdirSync(join(folder, "src"));
  const files = { "package.json": { type: "module" }, "tsconfig.json": { compilerOptions, include: ["src"] } };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  writeFileSync(join(folder, "src", "platform.d.ts"), PLATFORM_DECLARATIONS);
  writeFileSync(join(folder, "src", "tools.ts"), types.map(printTool).join("\n"));
}

/** The alias is not used: the type is judged as it is written in a signature. */
export function printTool({ name, declarations, signature }: PrintedType): string {
  return [
    ...declarations,
    "/** Judged. @tool */",
    `export async function ${toolName(name)}(${signature.parameters}): Promise<void> {}`,
  ].join("\n");
}

function toolName(typeName: string): string {
  return `take${typeName}`;
}

function readVerdicts(folder: string, types: readonly PrintedType[]): readonly Verdict[] {
  const { manifest, log } = build({ binding: false }, folder);
  const findings = log.diagnostics.filter(({ severity }) => severity !== "note");
  const general = findings.find(({ tool }) => tool === undefined);
  const byTool = new Map(findings.map(({ tool, code, name, message }) => [tool, `${code} ${name ?? ""}: ${message}`]));
  const schemas = new Map(manifest.tools.map((tool) => [tool.function.name, tool.function.parameters]));
  const ajv = createAjv("generated");
  return types.map(({ name, signature }): Verdict => {
    const tool = toolName(name);
    const schema = schemas.get(tool);
    const message = byTool.get(tool) ?? (schema ? undefined : (general?.message ?? "The tool is missing."));
    if (message !== undefined || !schema) return { kind: "finding", message: message ?? "The tool has no schema." };
    return compile(ajv, schema, signature);
  });
}

/** The arguments of a call, as JSON text. */
export function toArguments(json: string, { form }: Signature): string {
  return form === "named" ? `{"value":${json}}` : json;
}

function compile(ajv: ReturnType<typeof createAjv>, schema: ParametersSchema, signature: Signature): Verdict {
  try {
    const validate = ajv.compile(schema);
    ajv.removeSchema(schema);
    return { kind: "schema", schema, fits: (json) => validate(JSON.parse(toArguments(json, signature))) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "finding", message: `ajv does not compile ${JSON.stringify(schema)}: ${reason}` };
  }
}
