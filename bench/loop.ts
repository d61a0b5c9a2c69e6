/** A run with two calls and an answer, against the same written by hand with undici and ajv. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Agent, openaiChat, tool } from "@runa/runtime";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Agent as Connections, request } from "undici";
import { cpuPerCall, type Figure, medianPair } from "./measure.ts";

const RUNS = 1_000;
const ROUNDS = 7;

const parameters = {
  type: "object",
  properties: {
    city: { type: "string", description: "The city to get the weather for" },
    unit: { type: "string", enum: ["celsius", "fahrenheit"], description: "Temperature unit" },
  },
  required: ["city"],
  additionalProperties: false,
} as const;
const definition = { name: "getWeather", description: "Get the current weather for a city.", parameters };
const instructions = "You answer questions about the weather.";
const question = "Is it warmer in Paris or in Oslo?";

async function getWeather(city: string, unit = "celsius"): Promise<string> {
  return `The weather in ${city} is 21 degrees ${unit}.`;
}

function byHand(url: string): () => Promise<void> {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true, ownProperties: true, allErrors: true }).compile(
    parameters,
  );
  const dispatcher = new Connections();
  const tools = [{ type: "function", function: definition }];
  return async () => {
    const messages: unknown[] = [
      { role: "system", content: instructions },
      { role: "user", content: question },
    ];
    for (;;) {
      const response = await request(`${url}/chat/completions`, {
        method: "POST",
        dispatcher,
        headers: { "content-type": "application/json", authorization: "Bearer key" },
        body: JSON.stringify({ model: "bench", messages, tools }),
      });
      const answer = (await response.body.json()) as {
        choices: {
          message: { content: string; tool_calls?: { id: string; function: { name: string; arguments: string } }[] };
        }[];
      };
      const message = answer.choices[0]?.message;
      if (!message?.tool_calls) {
        if (message?.content !== "Paris is warmer.") throw new Error("the loop by hand went wrong");
        return;
      }
      messages.push(message);
      const results = await Promise.all(
        message.tool_calls.map(async (call) => {
          const values = JSON.parse(call.function.arguments) as { city: string; unit?: string };
          const content = validate(values)
            ? await getWeather(values.city, values.unit)
            : JSON.stringify(validate.errors);
          return { role: "tool", tool_call_id: call.id, content };
        }),
      );
      messages.push(...results);
    }
  };
}

function byRuna(url: string): () => Promise<void> {
  const weather = tool.fromSchema({
    ...definition,
    execute: ({ city, unit }: { city: string; unit?: string }) => getWeather(city, unit),
  });
  const agent = new Agent({
    name: "weather_agent",
    instructions,
    model: openaiChat("bench", { baseUrl: url, apiKey: "key" }),
    tools: [weather],
  });
  return async () => {
    const run = await agent.run(question);
    if (run.output !== "Paris is warmer.") throw new Error(`the run went wrong: ${run.error?.message}`);
  };
}

export async function benchLoop(): Promise<readonly Figure[]> {
  const server = fork(fileURLToPath(new URL("loop-server.mjs", import.meta.url)), { execArgv: [] });
  try {
    const { port } = await new Promise<{ port: number }>((resolve) =>
      server.once("message", (message) => resolve(message as { port: number })),
    );
    const url = `http://127.0.0.1:${port}/v1`;
    const runa = byRuna(url);
    const hand = byHand(url);
    await cpuPerCall(RUNS, runa);
    await cpuPerCall(RUNS, hand);
    const pair = await medianPair(
      ROUNDS,
      () => cpuPerCall(RUNS, runa),
      () => cpuPerCall(RUNS, hand),
    );
    return [{ name: "a run with two calls, CPU", ...pair, unit: "µs", bound: 1.6 }];
  } finally {
    server.disconnect();
  }
}
