/** Three tasks that take their time, and say when they begin and end. */
import { setTimeout } from "node:timers/promises";

/**
 * Run the first task.
 * @tool
 * @param delay Seconds that it takes
 */
export function atask1(delay: number): Promise<string> {
  return work("task 1", delay);
}

/**
 * Run the second task.
 * @tool
 * @param delay Seconds that it takes
 */
export function atask2(delay: number): Promise<string> {
  return work("task 2", delay);
}

/**
 * Run the third task.
 * @tool
 * @param delay Seconds that it takes
 */
export function atask3(delay: number): Promise<string> {
  return work("task 3", delay);
}

async function work(name: string, delay: number): Promise<string> {
  console.log(`${name} has started`);
  for (let second = 1; second <= delay; second++) {
    await setTimeout(1000);
    console.log(`${name}: ${second} s`);
  }
  console.log(`${name} has ended`);
  return `${name} took ${delay} s.`;
}
