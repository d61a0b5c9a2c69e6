/**
 * `npm run judge -- [--seed N] [--pairs N]`: the judge at length. Progress goes to standard error, the outcome to
 * standard output. Exit 1 on a disagreement, with the smallest case that was found for it.
 */
import { parseArgs } from "node:util";
import { type Disagreement, drawCases, judge } from "./judge.ts";
import { formatDisagreement } from "./report.ts";
import { shrink } from "./shrink.ts";

/** Beyond this the compiler takes longer for each check. */
const PAIRS_A_PROGRAM = 20_000;
/** Several disagreements mostly have one cause, and shrinking takes a while. */
const SHOWN = 5;

const { values } = parseArgs({
  options: { seed: { type: "string" }, pairs: { type: "string", default: "500000" } },
});
const seed = toCount(values.seed ?? String(Date.now() % 1_000_000_000), "seed");
const wanted = toCount(values.pairs, "pairs");

process.exitCode = main() ? 0 : 1;

function main(): boolean {
  console.log(`seed ${seed}`);
  const started = performance.now();
  const found: Disagreement[] = [];
  let pairs = 0;
  let types = 0;
  let accepted = 0;
  while (pairs < wanted) {
    const cases = drawCases(seed, types, Math.min(PAIRS_A_PROGRAM, wanted - pairs));
    const outcome = judge(cases);
    pairs += outcome.pairs;
    types += outcome.types;
    accepted += outcome.accepted;
    found.push(...outcome.disagreements);
    console.error(`${pairs} of ${wanted} pairs, ${types} types, ${found.length} disagreements`);
  }
  const perSecond = Math.round(pairs / ((performance.now() - started) / 1000));
  for (const disagreement of onePerType(found).slice(0, SHOWN)) {
    console.log(`\n${formatDisagreement(shrink(disagreement))}`);
  }
  const agreement = (100 * (pairs - found.length)) / pairs;
  const share = found.length === 0 ? "100 %" : `${agreement.toFixed(4)} %`;
  console.log(
    `${pairs} pairs of ${types} types (${accepted} accepted), ${perSecond} pairs a second: ${share} agreement, ${found.length} disagreements`,
  );
  if (found.length > 0) console.log(`Again: npm run judge -- --seed ${seed} --pairs ${wanted}`);
  return found.length === 0;
}

function onePerType(disagreements: readonly Disagreement[]): readonly Disagreement[] {
  return [...new Map(disagreements.map((each) => [each.type.name, each])).values()];
}

function toCount(text: string, option: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  console.error(`--${option} takes a whole number, not ${JSON.stringify(text)}.`);
  process.exit(2);
}
