import { readFileSync } from "node:fs";

let reads = 0;

/**
 * Read a file.
 * @tool
 * @param path Which
 */
export function readIt(path: string): string {
  reads++;
  return readFileSync(path, "utf8");
}
