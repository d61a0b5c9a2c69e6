/** What `npm start` shows, over real HTTP to the stand-in model. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

async function start(...question: string[]): Promise<string> {
  const { OPENAI_API_KEY: _, OPENAI_BASE_URL: __, ...env } = process.env;
  const args = ["--conditions=@runa/source", "--import", "tsx", "examples/quickstart/start.ts", ...question];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...env, NO_COLOR: "1" } });
  return stdout;
}

it("shows a table of tools, two calls of one turn, and an answer made of their results", async () => {
  const shown = await start();
  expect(shown).toMatch(/getDaylight +city, day\?/);
  expect(shown).toMatch(/getDistance +from, to, unit\?/);
  expect(shown).toContain("It is no language model");
  const calls = [...shown.matchAll(/^> (get\w+) /gm)].map((match) => match[1]);
  expect(calls).toEqual(["getDistance", "getLocalTime"]);
  expect(shown.trimEnd().split("\n").at(-1)).toMatch(
    /^Oslo and Tokyo are 8405 km apart\. In Tokyo it is \w+day \d\d:\d\d\.$/,
  );
});

it("answers another question", async () => {
  const shown = await start("How many hours of daylight does Cairo have on 2026-06-21?");
  expect(shown).toContain('> getDaylight {"city":"Cairo","day":"2026-06-21T12:00:00Z"}');
  expect(shown.trimEnd().split("\n").at(-1)).toMatch(/^\{"city":"Cairo","hours":13\.9\}$/);
});
