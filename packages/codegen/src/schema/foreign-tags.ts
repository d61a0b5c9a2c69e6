/**
 * Doc tags in the declarations of an installed package. Its author wrote them for people (`@default process.cwd()`), and
 * who uses the package cannot change them: what cannot be used there is one note for each package, not a warning each.
 */
import type { CodeName, FactsOf } from "../diagnostics/codes.ts";
import type { SourceLocation } from "../signature/source-location.ts";

const ABOUT_TAGS: ReadonlySet<CodeName> = new Set<CodeName>([
  "invalid-tag-value",
  "misplaced-tag",
  "unknown-format",
  "unfit-value",
  "hidden-required",
  "misspelt-tag",
]);

export interface ForeignTags {
  /** Whether the finding was taken in, to be summed up. */
  readonly take: (name: CodeName, location: SourceLocation, facts: object) => boolean;
  /** In order of first appearance. */
  readonly sums: () => readonly FactsOf<"package-tags">[];
}

export function createForeignTags(): ForeignTags {
  const sums = new Map<string, FactsOf<"package-tags">>();
  return {
    take: (name, location, facts) => {
      const packageName = installedPackageOf(location.file);
      if (packageName === undefined || !ABOUT_TAGS.has(name) || !hasPath(facts)) return false;
      const known = sums.get(packageName) ?? { packageName, count: 0, path: facts.path, tag: tagIn(name, facts) };
      sums.set(packageName, { ...known, count: known.count + 1 });
      return true;
    },
    sums: () => [...sums.values()],
  };
}

function hasPath(facts: object): facts is { readonly path: string } {
  return "path" in facts && typeof facts.path === "string";
}

function tagIn(name: CodeName, facts: object): string {
  if ("tag" in facts && typeof facts.tag === "string") return facts.tag;
  return name === "hidden-required" ? "hidden" : "format";
}

function installedPackageOf(file: string): string | undefined {
  const [, inside] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return inside;
}
