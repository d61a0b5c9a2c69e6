/** What happens in one run: drawn from the seed and the number of the run, so that server and checks agree on it. */
import { createRandom, type Random, seedOf } from "../../../../../tests/support/random.ts";

export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly argumentsText: string;
}

export type Ending = "none" | "abort" | "timeout" | "leave";

export interface RunScript {
  readonly index: number;
  /** Calls of each answer; behind them comes a text. */
  readonly turns: readonly (readonly ScriptedCall[])[];
  readonly isStreamed: boolean;
  /** Hooks meddle with its calls. */
  readonly isHooked: boolean;
  /** Who ends the run early: nobody, the caller, its time limit, or a reader who leaves the stream. */
  readonly ending: Ending;
  /** Milliseconds. */
  readonly endsAfter: number;
  readonly options: {
    readonly maxTurns?: number;
    readonly toolCallLimit?: number;
    readonly maxToolConcurrency?: number;
    readonly modelSettings: { readonly maxRetries: number; readonly parallelToolCalls?: boolean };
  };
}

/** Name and weight. Those that end a thread take a new one each time, so they are rare. */
const TOOLS: readonly (readonly [name: string, weight: number])[] = [
  ["quick", 2000],
  ["slow", 1200],
  ["fails", 800],
  ["throwsOddly", 400],
  ["hangs", 500],
  ["hangsUntilAborted", 500],
  ["late", 500],
  ["huge", 300],
  ["chunks", 600],
  ["babbles", 200],
  ["circle", 300],
  ["rich", 400],
  ["draws", 200],
  ["retries", 200],
  ["stops", 50],
  ["inWorker", 800],
  ["failsInWorker", 200],
  ["spinsInWorker", 3],
  ["exitsInWorker", 3],
  ["nobody", 200],
];
const TOTAL_WEIGHT = TOOLS.reduce((sum, [, weight]) => sum + weight, 0);

const MALFORMED: readonly [string, ...string[]] = [
  "",
  "null",
  "[]",
  "7",
  '"text"',
  '{"n":',
  '{"n":"1"}',
  '{"n":1.5}',
  '{"n":1}{"n":2}',
  '{"m":1}',
  '{"n":1,"zzz":{"deep":[1,2,3]}}',
  '{"n":1,"__proto__":{"polluted":true}}',
  '{"n":1,"ctx":{"userId":"root"}}',
  "{n:1}",
  "\ud800",
  `{"n":1,"extra":"${"x".repeat(5_000)}"}`,
  `{"n":${"[".repeat(2_000)}${"]".repeat(2_000)}}`,
];

export function drawScript(seed: number, index: number): RunScript {
  const random = createRandom(seedOf(seed, index));
  const turns = Array.from({ length: random.below(4) }, (_, turn) => drawCalls(random, turn));
  const kind = random.below(100);
  return {
    index,
    turns,
    isStreamed: random.chance(0.5),
    isHooked: random.chance(0.2),
    ending: kind < 10 ? "abort" : kind < 15 ? "timeout" : kind < 19 ? "leave" : "none",
    endsAfter: 1 + random.below(40),
    options: {
      ...(random.chance(0.05) && { maxTurns: 1 + random.below(2) }),
      ...(random.chance(0.1) && { toolCallLimit: 1 + random.below(3) }),
      ...(random.chance(0.2) && { maxToolConcurrency: 1 + random.below(2) }),
      modelSettings: { maxRetries: 0, ...(random.chance(0.1) && { parallelToolCalls: false }) },
    },
  };
}

function drawCalls(random: Random, turn: number): readonly ScriptedCall[] {
  const calls = Array.from({ length: 1 + random.below(4) }, (_, at): ScriptedCall => {
    const argumentsText = random.chance(0.15) ? random.pick(MALFORMED) : `{"n":${random.below(1000)}}`;
    // Some models leave ids out, count them anew in each answer, or give one twice.
    const id = random.chance(0.02) ? "" : random.chance(0.01) ? "call_0_0" : `call_${turn}_${at}`;
    return { id, name: drawTool(random), argumentsText };
  });
  const [first] = calls;
  return first && random.chance(0.02) ? [...calls, first] : calls;
}

function drawTool(random: Random): string {
  let left = random.below(TOTAL_WEIGHT);
  for (const [name, weight] of TOOLS) {
    left -= weight;
    if (left < 0) return name;
  }
  return "quick";
}
