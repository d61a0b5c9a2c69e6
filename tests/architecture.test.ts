/** Holds the arrows of `docs/architecture.md`: who may import whom. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ARROWS, HOMES } from "./support/arrows.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Import {
  readonly from: string;
  readonly specifier: string;
}

/** `import … from "x"`, `export … from "x"`, `import("x")`; comments and strings elsewhere do not look like these. */
const importPattern =
  /^\s*(?:import|export)\b[^;"']*?\bfrom\s+["']([^"']+)["']|^\s*import\s+["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return [...text.matchAll(importPattern)].map((match) => ({
    from: relative(root, file).split(sep).join("/"),
    specifier: match[1] ?? match[2] ?? match[3] ?? "",
  }));
}

function sourcesOf(name: string): string[] {
  const folder = join(root, "packages", name, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => join(folder, file));
}

/** The folder below `src`, or the file's own name where it stands in `src` itself. */
function layerOf(name: string, file: string): string {
  const inside = relative(join(root, "packages", name, "src"), file).split(sep);
  return inside.length > 1 ? (inside[0] ?? "") : (inside[0] ?? "").replace(/\.ts$/, "");
}

describe.each(Object.entries(ARROWS))("packages/%s", (name, arrows) => {
  const files = sourcesOf(name);

  it("draws an arrow for every folder", () => {
    const layers = new Set(files.map((file) => layerOf(name, file)));
    expect([...layers].filter((layer) => !(layer in arrows))).toEqual([]);
  });

  it("imports along the arrows only", () => {
    const wrong: string[] = [];
    for (const file of files) {
      const layer = layerOf(name, file);
      for (const { from, specifier } of importsOf(file)) {
        if (!specifier.startsWith(".")) continue;
        const target = layerOf(name, resolve(dirname(file), specifier));
        if (target !== layer && !arrows[layer]?.includes(target)) wrong.push(`${from} imports ${specifier}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("keeps each library in its home", () => {
    const wrong: string[] = [];
    for (const file of files) {
      for (const { from, specifier } of importsOf(file)) {
        if (specifier.startsWith(".") || specifier.startsWith("node:")) continue;
        const homes =
          HOMES[name]?.[
            specifier.replace(/^(@[^/]+\/[^/]+|[^@/][^/]*)\/.*/, specifier.startsWith("@runa/") ? "$&" : "$1")
          ];
        if (!homes?.some((home) => from.startsWith(`packages/${name}/src/${home}`)))
          wrong.push(`${from} imports ${specifier}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("imports other files, not barrels, inside the package", () => {
    const wrong = files
      .flatMap(importsOf)
      .filter(({ specifier }) => /^\.{1,2}\/(?:.*\/)?index\.ts$/.test(specifier))
      .filter(({ specifier }) => !specifier.endsWith("/manifest/index.ts"));
    expect(wrong).toEqual([]);
  });
});
