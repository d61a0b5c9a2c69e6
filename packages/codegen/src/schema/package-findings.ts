/**
 * Findings inside the types of an installed package. Who uses the package cannot change them, and may have hundreds from
 * one parameter (`options: AxiosRequestConfig`). So the first of a kind speaks for all in the package; and what is wrong
 * with its doc tags, which its author wrote for people (`@default process.cwd()`), is one note.
 */
import type { CodeName, FactsOf } from "../diagnostics/codes.ts";
import type { More } from "../diagnostics/diagnostic-log.ts";
import type { SourceLocation } from "../signature/source-location.ts";

const ABOUT_TAGS: ReadonlySet<CodeName> = new Set<CodeName>([
  "invalid-tag-value",
  "misplaced-tag",
  "unknown-format",
  "unfit-value",
  "hidden-required",
  "misspelt-tag",
]);

const SAID_ONCE: ReadonlySet<CodeName> = new Set<CodeName>([
  "left-out",
  "left-out-note",
  "member-left-out",
  "no-json-form",
  "undefined-element",
  "leading-rest",
  "endless-type",
]);

type Report = <Name extends CodeName>(name: Name, location: SourceLocation, facts: FactsOf<Name>, more?: More) => void;

export interface PackageFindings {
  /** Reports what is about the user's own source; holds back the rest. */
  readonly report: Report;
  /** Reports what was held back; what has no place of its own stands at `location`. */
  readonly finish: (location: SourceLocation) => void;
}

export function sumUpPackages(report: Report): PackageFindings {
  const tags = new Map<string, FactsOf<"package-tags">>();
  const kinds = new Map<string, { readonly say: (more: More) => void; readonly more: More }>();
  return {
    report: (name, location, facts) => {
      const packageName = installedPackageOf(location.file);
      if (packageName === undefined) report(name, location, facts);
      else if (ABOUT_TAGS.has(name)) {
        const known = tags.get(packageName) ?? { packageName, count: 0, ...tagIn(name, facts) };
        tags.set(packageName, { ...known, count: known.count + 1 });
      } else if (SAID_ONCE.has(name)) {
        const key = `${name} ${packageName}`;
        const say = (more: More): void => report(name, location, facts, more);
        const known = kinds.get(key) ?? { say, more: { count: -1, packageName } };
        kinds.set(key, { ...known, more: { packageName, count: known.more.count + 1 } });
      } else report(name, location, facts);
    },
    finish: (location) => {
      for (const facts of tags.values()) report("package-tags", location, facts);
      for (const { say, more } of kinds.values()) say(more);
    },
  };
}

function tagIn(name: CodeName, facts: object): { readonly path: string; readonly tag: string } {
  const path = "path" in facts ? String(facts.path) : "";
  const ownTag = name === "hidden-required" ? "hidden" : "format";
  return { path, tag: "tag" in facts ? String(facts.tag) : ownTag };
}

function installedPackageOf(file: string): string | undefined {
  const [, inside] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return inside;
}
