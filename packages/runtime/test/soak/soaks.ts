/** All soaks by name. `npm run soak -- execution` runs one of them. */
import { EXECUTION } from "./execution/execution.ts";
import { FUZZ } from "./fuzz/fuzz.ts";
import { KILL } from "./kill/kill.ts";
import type { Soak } from "./soak.ts";

export const SOAKS: Readonly<Record<string, Soak>> = {
  execution: EXECUTION,
  fuzz: FUZZ,
  kill: KILL,
};
