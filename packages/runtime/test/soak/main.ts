/**
 * `npm run soak -- [name…] [--runs N] [--seed N]`: at length what `npm test` does in small. Progress goes to standard
 * error, seed and outcome to standard output. Exit 1 where a soak found a problem.
 */
import { parseArgs, styleText } from "node:util";
import type { Soak } from "./soak.ts";
import { SOAKS } from "./soaks.ts";

/** Milliseconds between two lines of progress. */
const PROGRESS_EVERY = 5_000;

const { values, positionals } = parseArgs({
  options: { seed: { type: "string" }, runs: { type: "string" } },
  allowPositionals: true,
});
const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : toCount(values.seed, "seed");
const runs = values.runs === undefined ? undefined : toCount(values.runs, "runs");
const unknown = positionals.filter((name) => !Object.hasOwn(SOAKS, name));
if (unknown.length > 0) {
  console.error(`no soak is called ${unknown.join(", ")}; there are ${Object.keys(SOAKS).join(", ")}`);
  process.exit(2);
}
const chosen = Object.entries(SOAKS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
let passed = true;
for (const [name, soak] of chosen) passed = (await soakAndReport(name, soak)) && passed;
// Tools that hang on purpose, and threads, must not keep the process: that is checked by each soak itself.
process.exitCode = passed ? 0 : 1;

async function soakAndReport(name: string, soak: Soak): Promise<boolean> {
  const count = runs ?? soak.count;
  console.log(`${name}: ${count} ${soak.unit}, seed ${seed}`);
  const started = performance.now();
  let told = started;
  const { facts, problems } = await soak.run({
    count,
    seed,
    onProgress: ({ done, problems: found, note }) => {
      const now = performance.now();
      if (now - told < PROGRESS_EVERY) return;
      told = now;
      const perSecond = Math.round((done * 1000) / (now - started));
      console.error(`${done} of ${count} ${soak.unit}, ${perSecond} a second, ${note}, ${found} problems`);
    },
  });
  const seconds = (performance.now() - started) / 1000;
  const rows: readonly (readonly [string, string])[] = [
    [soak.unit, `${count} in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second`],
    ...Object.entries(facts),
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  for (const [label, text] of rows) console.log(`  ${label.padEnd(width)}  ${text}`);
  for (const problem of problems)
    console.log(`  ${styleText("red", "problem", { stream: process.stdout })}  ${problem}`);
  const isPassed = problems.length === 0;
  const verdict = styleText(isPassed ? "green" : "red", isPassed ? "passed" : "FAILED", { stream: process.stdout });
  console.log(`${name}: ${verdict}`);
  if (!isPassed) console.log(`Again: npm run soak -- ${name} --seed ${seed} --runs ${count}`);
  return isPassed;
}

function toCount(text: string, option: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  console.error(`--${option} takes a whole number, not ${JSON.stringify(text)}.`);
  process.exit(2);
}
