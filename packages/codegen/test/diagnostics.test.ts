/**
 * Findings as a user sees them, notes included: each case of `diagnostics/` holds what its `tools.ts` gives to its
 * `diagnostics.txt`. All cases are read as one project. `npx vitest run packages/codegen/test/diagnostics.test.ts -u`
 * rewrites the texts.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { build, findingsOf } from "../src/build.ts";
import { formatText, NO_COLORS } from "../src/diagnostics/format.ts";
import { createProject } from "./support/disk-project.ts";

const folder = fileURLToPath(new URL("diagnostics", import.meta.url));
const names = readdirSync(folder).sort();

const texts = readTexts();

it.each(texts)("%s", async (name, text) => {
  await expect(text).toMatchFileSnapshot(join(folder, name, "diagnostics.txt"));
});

it("has a case for errors, warnings and notes, of ours and of the compiler", () => {
  const all = texts.flatMap(([, text]) => text.split("\n"));
  for (const pattern of [/ error RG\d+ /, / warning RG\d+ /, / note RG\d+ /, / error TS\d+: /]) {
    expect(all.filter((line) => pattern.test(line)).length).toBeGreaterThan(0);
  }
});

function readTexts(): readonly (readonly [name: string, text: string])[] {
  const sources = names.map((name) => [`src/${name}/tools.ts`, readFileSync(join(folder, name, "tools.ts"), "utf8")]);
  const cwd = createProject(Object.fromEntries(sources));
  try {
    const { log } = build({ cwd }, cwd);
    const findings = findingsOf(log, {});
    return names.map((name) => {
      const file = `${cwd}/src/${name}/tools.ts`;
      const own = findings.filter(({ location }) => location?.file === file);
      const sourceOf = (path: string): string => readFileSync(path, "utf8");
      return [name, formatText(own, { cwd: `${cwd}/src/${name}`, colors: NO_COLORS, sourceOf })] as const;
    });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
