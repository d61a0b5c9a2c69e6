/** What `npm run example` shows: every program of `examples/basics`, over real HTTP to the stand-in model. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What each program printed. */
const shown = new Map<string, readonly string[]>();

beforeAll(async () => {
  const { OPENAI_API_KEY: _, OPENAI_BASE_URL: __, ...env } = process.env;
  const args = ["--conditions=@runa/source", "--import", "tsx", "examples/basics/start.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...env, NO_COLOR: "1" } });
  for (const section of stdout.split(/^# /m).slice(1)) {
    const [name = "", ...lines] = section.trim().split("\n");
    shown.set(name, lines);
  }
});

describe("the programs of examples/basics", () => {
  it.each<[program: string, what: string, lines: readonly unknown[]]>([
    ["weather-agent", "an agent class whose model calls its tool (I2)", ["The weather in Paris is sunny."]],
    ["price", "a number from a tool that waits (C2, D1)", ["fetchPrice returned 101.5"]],
    ["who-am-i", "the context of the run, of which the definition says nothing (B1, B6)", ["properties: {}", "Ada"]],
    [
      "printed-weather",
      "a call, its result and the answer as they come, from a plain function (A1, I9)",
      [
        '> getForecast {"city":"Tokyo"}',
        expect.stringMatching(/^< getForecast Tomorrow the weather in Tokyo will be \w+\.$/),
        expect.stringMatching(/^Tomorrow the weather in Tokyo will be \w+\.$/),
      ],
    ],
    ["agent-instructions", "a tool that takes its agent (B2)", ["My instructions: You answer in one sentence."]],
    [
      "plain-results",
      "a number, a record and a list as the model reads them (D1)",
      [
        "calculateSum: 5",
        'getUser: {"userId":"user-7","name":"Ada Lovelace","email":"ada@example.com","joined":"1970-01-01T00:00:00.000Z"}',
        'listProducts: [{"name":"lamp","price":29},{"name":"chair","price":75.5}]',
      ],
    ],
    [
      "hacker-news",
      "a toolkit, whose methods are the tools (F1)",
      [
        '[{"title":"Tools from doc comments","score":120,"by":"ada"},{"title":"A quiet release","score":75,"by":"grace"}]',
      ],
    ],
    [
      "tools-by-role",
      "one tool for the viewer, three for the admin (G2)",
      ["viewer: searchWeb", "admin: searchWeb, searchInternalDocs, getAccountBalance", "The balance is 1200 euros."],
    ],
    ["image", "an image beside the text of a result (D2)", ["An image of a red dot is ready.", "image/png, 70 bytes"]],
  ])("%s shows %s", (program, _what, lines) => {
    expect(shown.get(program)).toEqual(lines);
  });

  it("three-tasks shows three tasks that overlap, and their results in the order of the calls (C3, C4)", () => {
    const lines = shown.get("three-tasks") ?? [];
    const starts = lines.flatMap((line, at) => (line.endsWith("has started") ? [at] : []));
    const ends = lines.flatMap((line, at) => (line.endsWith("has ended") ? [at] : []));
    expect([starts.length, ends.length]).toEqual([3, 3]);
    expect(Math.max(...starts)).toBeLessThan(Math.min(...ends));
    expect(lines).toContain("task 1 took 3 s. task 2 took 3 s. task 3 took 3 s.");
  });

  it("definitions shows what a model is told (A5, A7, A9, A13)", () => {
    const printed = (shown.get("definitions") ?? []).join("\n");
    const definitions = JSON.parse(`[${printed.replace(/^\}\n\{/m, "},\n{")}]`);
    const city = (description: string) => ({
      properties: { city: { type: "string", description } },
      required: ["city"],
      additionalProperties: false,
    });
    const description = "Get the weather for a given city.";
    const request = {
      type: "object",
      description: "The request object containing the city to get the weather for.",
      ...city("The city to get the weather for"),
    };
    expect(definitions).toEqual([
      {
        type: "function",
        function: {
          name: "getWeather",
          description,
          parameters: { type: "object", ...city("The city to get the weather for.") },
        },
      },
      {
        type: "function",
        function: {
          name: "get_weather_for",
          description,
          parameters: { type: "object", properties: { request }, required: ["request"], additionalProperties: false },
        },
      },
    ]);
  });

  it("are all shown here", () => {
    const source = readFileSync(fileURLToPath(import.meta.url), "utf8");
    for (const program of shown.keys()) expect(source).toContain(program);
    expect(shown.size).toBe(11);
  });
});
