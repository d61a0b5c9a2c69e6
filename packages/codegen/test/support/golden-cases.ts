/**
 * The cases below `golden/`, read as one project, each with the manifest that it would have alone. Their sources are
 * copied beside a stand-in for the runtime's declarations, since reading those takes longer than all cases together.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Manifest } from "@runa/runtime/manifest";
import { build } from "../../src/build.ts";
import { createProject, findingText } from "./disk-project.ts";

const goldenFolder = fileURLToPath(new URL("../golden", import.meta.url));

export interface GoldenCase {
  readonly name: string;
  readonly manifest: Manifest;
  readonly accepted: Samples;
  readonly rejected: Samples;
}

/** By tool, or by `@schema` type: arguments, or values of the type. */
export type Samples = Readonly<Record<string, readonly unknown[]>>;

export interface Golden {
  readonly cases: readonly GoldenCase[];
  /** `RG202 watch tools.ts:62:50`, without notes. */
  readonly findings: readonly string[];
}

export function goldenFile(name: string, file: string): string {
  return join(goldenFolder, name, file);
}

/** By path: `src/<case>/tools.ts`. */
export function goldenSources(): Readonly<Record<string, string>> {
  const sources = caseNames().map((name) => [
    `src/${name}/tools.ts`,
    readFileSync(goldenFile(name, "tools.ts"), "utf8"),
  ]);
  return Object.fromEntries(sources);
}

export function readGolden(): Golden {
  const cwd = createProject(goldenSources());
  try {
    const { manifest, log } = build({ cwd }, cwd);
    const findings = log.diagnostics.filter(({ severity }) => severity !== "note").map(findingText);
    return { cases: caseNames().map((name) => toCase(name, manifest)), findings };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function caseNames(): readonly string[] {
  const entries = readdirSync(goldenFolder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

function toCase(name: string, whole: Manifest): GoldenCase {
  const accepted = readSamples(name, "accepted.json");
  const tools = whole.tools
    .filter(({ runa }) => dirname(runa.module) === `./${name}`)
    .map((tool) => ({ ...tool, runa: { ...tool.runa, module: "./tools.ts" } }));
  // A schema does not say which file it is of.
  const schemas = name === "schemas" ? whole.schemas : {};
  const manifest = { version: whole.version, tools, schemas };
  return { name, manifest, accepted, rejected: readSamples(name, "rejected.json") };
}

function readSamples(name: string, file: string): Samples {
  return JSON.parse(readFileSync(goldenFile(name, file), "utf8"));
}
