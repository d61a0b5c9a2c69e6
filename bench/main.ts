/**
 * `npm run bench`: what the project costs. Where that is a time, it is a ratio to a floor measured in the same run, so that
 * a slow or busy machine changes both. `npm run bench -- loop` runs one of them.
 */
import { benchCodegen } from "./codegen.ts";
import { benchEventLoop } from "./event-loop/main.ts";
import { benchLoop } from "./loop.ts";
import { type Report, reportFigures } from "./measure.ts";

const BENCHES: Readonly<Record<string, () => Promise<Report>>> = {
  loop: async () => reportFigures(await benchLoop()),
  codegen: async () => reportFigures(await benchCodegen()),
  "event-loop": benchEventLoop,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`no benchmark is called ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}`);
  process.exitCode = 2;
} else {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`${name} …`);
    const { lines, isWithin } = await bench();
    console.log(`${lines.join("\n")}\n`);
    if (!isWithin) process.exitCode = 1;
  }
}
