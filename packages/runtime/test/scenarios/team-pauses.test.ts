/** A team whose member waits for a person, stored, ended, and resumed by another process (E23, E25, J5). */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const program = fileURLToPath(new URL("../support/team-process.ts", import.meta.url));

async function run(...args: readonly string[]): Promise<unknown> {
  const all = ["--conditions=@runa/source", "--import", "tsx", program, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, all);
  return JSON.parse(stdout);
}

describe("a team of three, one of which waits in its own run", () => {
  it.each(["at once", "streamed"])(
    "goes on in another process: one approval, one execution, one answer; %s",
    async (how) => {
      const folder = mkdtempSync(join(tmpdir(), "runa-team-"));
      try {
        expect(await run("start", folder, how)).toMatchObject({ status: "paused", waiting: [["editor", "publish"]] });
        expect(await run("resume", folder, how)).toMatchObject({
          status: "completed",
          output: "Done: It rains. | It is out. | Too short.",
          waiting: [],
          approvals: [{ by: "Ada" }],
        });
        expect(readFileSync(join(folder, "published.txt"), "utf8")).toBe("Rain\n");
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

describe("a team that asks all at once, two of which wait", () => {
  it.each(["at once", "streamed"])(
    "goes on over three processes, one decision at a time: each call runs once; %s",
    async (how) => {
      const folder = mkdtempSync(join(tmpdir(), "runa-team-"));
      const goOn = (step: string): Promise<unknown> => run(step, folder, how, "broadcast");
      const published = (): string => readFileSync(join(folder, "published.txt"), "utf8");
      try {
        expect(await goOn("start")).toMatchObject({
          status: "paused",
          waiting: [
            ["editor", "publish"],
            ["critic", "publish"],
          ],
        });
        expect(await goOn("resume")).toMatchObject({ status: "paused", waiting: [["critic", "publish"]] });
        expect(published()).toBe("Rain\n");
        expect(await goOn("resume")).toMatchObject({
          status: "completed",
          output: "Done: reporter: It rains.\n\neditor: It is out.\n\ncritic: It is out.",
          waiting: [],
          approvals: [{ by: "Ada" }, { by: "Ada" }],
        });
        expect(published()).toBe("Rain\nCritique\n");
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
