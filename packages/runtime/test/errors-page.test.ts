/** The page of error codes and the source say the same. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));
const page = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");

const used = new Set<string>();
for (const file of readdirSync(source, { recursive: true, encoding: "utf8" })) {
  if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
  for (const [code] of readFileSync(`${source}/${file}`, "utf8").matchAll(/(?<=")RUNA_[A-Z_]+(?=")/g)) used.add(code);
}
const documented = [...page.matchAll(/^\| `(RUNA_[A-Z_]+)` +\|/gm)].map((match) => match[1] ?? "");

describe("docs/errors.md", () => {
  it("has a line for every code, and no line for a code that is gone", () => {
    expect(documented.filter((code) => !used.has(code))).toEqual([]);
    expect([...used].filter((code) => !documented.includes(code)).sort()).toEqual([]);
  });

  it("lists each code once, in order", () => {
    expect(documented).toEqual([...new Set(documented)].sort());
  });
});
