/**
 * Many small sources as one project, for tests of a kind of fault: each variant is a file of its own, all are read as
 * one program.
 */
import { rmSync } from "node:fs";
import type { ManifestTool } from "@runa/runtime/manifest";
import { build, findingsOf } from "../../src/build.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { createProject, type Files } from "./disk-project.ts";
import { createStrictAjv } from "./strict-ajv.ts";

export interface Variant {
  /** A sentence about the variant. */
  readonly is: string;
  /** What stands before the function. */
  readonly declares?: string;
  /** The parameter list of a function `use`, as written; or `source` instead. */
  readonly takes?: string;
  /** Lines of its doc comment. */
  readonly says?: readonly string[];
  /** A whole source; its tools are named in their tags, so that no two variants share a name. */
  readonly source?: string;
  readonly accepts?: readonly unknown[];
  readonly rejects?: readonly unknown[];
  /** The schema of each parameter, as JSON. */
  readonly gives?: Readonly<Record<string, string>>;
  /** `RG206 cells`: code and name of each finding that is no note, in order; default none. */
  readonly finds?: readonly RegExp[];
}

export interface VariantOutcome {
  readonly tools: readonly ManifestTool[];
  readonly diagnostics: readonly Diagnostic[];
  /** Without notes: `error RG201 use_3:4:21 message`. */
  readonly findings: readonly string[];
}

export function readVariants(variants: readonly Variant[], files: Files = {}): readonly VariantOutcome[] {
  const names = variants.map((_variant, index) => `variant-${index + 1}.ts`);
  const sources = Object.fromEntries(
    variants.map((variant, index) => [`src/${names[index]}`, sourceOf(variant, index)]),
  );
  const cwd = createProject({ ...sources, ...files });
  try {
    const { manifest, log } = build({ cwd }, cwd);
    return names.map((name) => {
      const diagnostics = findingsOf(log, {}).filter(({ location }) => location?.file === `${cwd}/src/${name}`);
      return {
        tools: manifest.tools.filter(({ runa }) => runa.module === `./${name}`),
        diagnostics,
        findings: diagnostics.filter(({ severity }) => severity !== "note").map(findingLine),
      };
    });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** The variants of several kinds, as one project. */
export function readKinds(
  kinds: Readonly<Record<string, readonly Variant[]>>,
): ReadonlyMap<Variant, VariantOutcome | undefined> {
  const variants = Object.values(kinds).flat();
  const outcomes = readVariants(variants);
  return new Map(variants.map((variant, index) => [variant, outcomes[index]]));
}

function sourceOf({ declares = "", takes = "", says = [], source }: Variant, index: number): string {
  if (source !== undefined) return source;
  const comment = ["Use it.", `@tool use_${index + 1}`, ...says].map((line) => ` * ${line}\n`).join("");
  return `${declares}\n/**\n${comment} */\nexport async function use(${takes}): Promise<void> {}\n`;
}

function findingLine({ severity, code, location, message }: Diagnostic): string {
  return `${severity} ${code} ${location?.line}:${location?.column} ${message}`;
}

const ajv = createStrictAjv();

/** What is wrong with the outcome of a variant; empty where all is as it says. */
export function faultsOf(variant: Variant, { tools, findings }: VariantOutcome): readonly string[] {
  const { accepts = [], rejects = [], gives = {}, finds = [] } = variant;
  const [tool] = tools;
  if (!tool) return ["no tool"];
  const { parameters } = tool.function;
  const validate = ajv.compile(parameters);
  return [
    ...accepts.filter((value) => !validate(value)).map((value) => `refused ${JSON.stringify(value)}`),
    ...rejects.filter((value) => validate(value)).map((value) => `accepted ${JSON.stringify(value)}`),
    ...Object.entries(gives)
      .map(([name, schema]) => [name, schema, JSON.stringify(parameters.properties[name])] as const)
      .filter(([, wanted, given]) => wanted !== given)
      .map(([name, , given]) => `${name} is ${given}`),
    ...(findings.length === finds.length && finds.every((pattern, index) => pattern.test(findings[index] ?? ""))
      ? []
      : [`found ${JSON.stringify(findings)}`]),
  ];
}
