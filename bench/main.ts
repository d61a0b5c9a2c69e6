/**
 * `npm run bench`: what the project costs, each figure as a ratio to a floor measured in the same run, so that a slow or
 * busy machine changes both. `npm run bench -- loop` runs one of them.
 */
import { benchCodegen } from "./codegen.ts";
import { benchLoop } from "./loop.ts";
import type { Figure } from "./measure.ts";

const BENCHES: Readonly<Record<string, () => Promise<readonly Figure[]>>> = { loop: benchLoop, codegen: benchCodegen };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`no benchmark is called ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}`);
  process.exitCode = 2;
} else {
  const figures: Figure[] = [];
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`${name} …`);
    figures.push(...(await bench()));
  }
  const width = Math.max(...figures.map(({ name }) => name.length));
  console.log();
  for (const { name, value, floor, unit, bound } of figures) {
    const ratio = value / floor;
    const verdict = ratio <= bound ? "within" : "OVER";
    const bar = "█".repeat(Math.min(60, Math.round(ratio * 10)));
    console.log(
      `${name.padEnd(width)}  ${value.toFixed(1).padStart(7)} ${unit} / ${floor.toFixed(1).padStart(7)} ${unit} = ${ratio.toFixed(2)}  ${verdict} ${bound}  ${bar}`,
    );
  }
  if (figures.some(({ value, floor, bound }) => value / floor > bound)) process.exitCode = 1;
}
