/** The page of codes, made from the table of codes: `npm run docs:codes` writes it, a test holds it to the table. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CodeEntry } from "../src/diagnostics/code-table.ts";
import { CODES } from "../src/diagnostics/codes.ts";

const file = fileURLToPath(new URL("../../../docs/codes.md", import.meta.url));

const INTRODUCTION = `# Codes

What \`runa-gen\` reports, by code. A code never changes its meaning and is never used again; texts may improve at any
time. Findings of the TypeScript compiler keep its own codes: \`TS2304\`.

An **error** means that no file is written and the exit code is 1. With \`--strict\`, so does a **warning**, and a
**note** where it says so. This page is generated: \`npm run docs:codes\`.
`;

const GROUPS: Readonly<Record<string, string>> = {
  RG1: "How a function is marked, named, declared and documented",
  RG2: "What a type can say to a model",
  RG3: "How a tool will run",
  RG4: "Manifest, binding, drift",
  RG5: "What a provider's dialect cannot carry",
};

type Entry = Pick<CodeEntry<never>, "code" | "severity" | "strict" | "summary" | "example">;

export function renderCodesPage(): string {
  const entries: [string, Entry][] = Object.entries(CODES);
  entries.sort(([, a], [, b]) => Number(a.code.slice(2)) - Number(b.code.slice(2)));
  const sections = Object.entries(GROUPS).flatMap(([prefix, title]) => {
    const own = entries.filter(([, { code }]) => code.startsWith(prefix));
    return own.length === 0
      ? []
      : [`## ${prefix}xx: ${title}\n`, ...own.map(([name, entry]) => renderEntry(name, entry))];
  });
  return [INTRODUCTION, ...sections].join("\n");
}

function renderEntry(name: string, { code, severity, strict, summary, example }: Entry): string {
  const strictly = severity === "note" && strict ? "; an error with `--strict`" : "";
  return `### ${code} ${name}\n\n*${severity}${strictly}.* ${summary}\n\n\`\`\`ts\n${example}\n\`\`\`\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, renderCodesPage());

export function readCodesPage(): string {
  return readFileSync(file, "utf8");
}
