/**
 * A great many argument texts through the whole way of a call: parse, drop, validate, explain, convert. One text comes
 * back for each, nothing throws, no prototype changes, and none takes long.
 */
import type { Tool } from "@runa/runtime";
import { createRandom, seedOf } from "../../../../../tests/support/random.ts";
import { Problems, type Soak, type SoakOptions, type SoakOutcome } from "../soak.ts";
import { drawArguments } from "./draw-text.ts";
import { FUZZED, isAccepted, received } from "./fuzzed-tools.ts";
import { comparePictures, takePicture } from "./prototypes.ts";

/** Milliseconds that no text below 100 kB may take. */
const LONGEST = 50;
/** What seems slow is timed again: the machine may have been busy with something else. */
const TRIES = 4;

export const FUZZ: Soak = { unit: "strings", count: 1_000_000, run: fuzz };

interface Worst {
  readonly time: number;
  readonly what: string;
}

async function fuzz({ count, seed, onProgress }: SoakOptions): Promise<SoakOutcome> {
  const problems = new Problems();
  const counts = new Map<string, number>();
  let worst: Worst = { time: 0, what: "" };
  for (const tool of FUZZED) await tool.invoke("{}");
  const before = takePicture();
  for (let index = 0; index < count; index++) {
    const random = createRandom(seedOf(seed, index));
    const tool = random.pickFrom(FUZZED);
    if (!tool) break;
    const { kind, text } = drawArguments(random, tool.definition.parameters);
    const { accepted, problem, time } = await invoke(tool, text);
    const what = `${kind} ${accepted ? "accepted" : "refused"}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
    if (time > worst.time) {
      const least = await leastTime(tool, text, time);
      if (least > worst.time) worst = { time: least, what: `${tool.name}, ${text.length} characters, string ${index}` };
      if (least > LONGEST) problems.add(`string ${index} took ${least.toFixed(0)} ms: ${tool.name} ${start(text)}`);
    }
    if (problem) problems.add(`string ${index}: ${problem}: ${tool.name} ${start(text)}`);
    if (index % 1_000 === 999) {
      const note = `worst ${worst.time.toFixed(1)} ms`;
      onProgress?.({ done: index + 1, problems: problems.count, note });
      for (const key of comparePictures(before, takePicture())) problems.add(`a prototype was changed: ${key}`);
    }
  }
  for (const key of comparePictures(before, takePicture())) problems.add(`a prototype was changed: ${key}`);
  const facts = Object.fromEntries([...counts].sort().map(([what, times]) => [what, String(times)]));
  return {
    facts: { ...facts, worst: `${worst.time.toFixed(1)} ms: ${worst.what}`, problems: String(problems.count) },
    problems: problems.texts,
  };
}

interface Outcome {
  readonly accepted: boolean;
  readonly problem: string | undefined;
  /** Milliseconds. */
  readonly time: number;
}

async function invoke(tool: Tool, text: string): Promise<Outcome> {
  received.length = 0;
  const began = performance.now();
  try {
    const said: unknown = await tool.invoke(text);
    const time = performance.now() - began;
    const accepted = typeof said === "string" && isAccepted(said);
    return { accepted, time, problem: findProblem(said, accepted) };
  } catch (error) {
    return { accepted: false, time: performance.now() - began, problem: `it threw ${String(error)}` };
  }
}

function findProblem(said: unknown, accepted: boolean): string | undefined {
  if (typeof said !== "string") return `it gave ${typeof said}`;
  if (!accepted && !/^error: .*[^: ]$/s.test(said)) return `it said ${start(said)}`;
  if (received.length !== (accepted ? 1 : 0)) return `the function was called ${received.length} times`;
  if (said.length > 20_000) return `it said ${said.length} characters`;
  if ("polluted" in {}) return "a prototype was changed";
  return received.some((parameters) => parameters.some(hasPrototypeKey))
    ? "a key named __proto__ reached the function"
    : undefined;
}

function hasPrototypeKey(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__");
}

/** Of several tries, and of the clock and the processor's time, what says least: other programs take their share. */
async function leastTime(tool: Tool, text: string, first: number): Promise<number> {
  let least = first;
  for (let again = 1; again < TRIES; again++) {
    const before = process.cpuUsage();
    const { time } = await invoke(tool, text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, time, (user + system) / 1000);
  }
  return least;
}

function start(text: string): string {
  return text.length > 120 ? `${JSON.stringify(text.slice(0, 120))}…` : JSON.stringify(text);
}
