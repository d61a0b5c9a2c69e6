/** Gates against a provider on loopback, streamed and not: what people are asked, what runs, and what the model is sent. */
import { Agent, openaiChat, type Run, type RunEvent, RunState, type Tool } from "@runa/runtime";
import { beforeEach, describe, expect, it } from "vitest";
import { bound, integer, text } from "../support/bound.ts";
import { type ModelServer, type ScriptedAnswer, startModelServer } from "../support/model-server.ts";
import { toEventStream } from "../support/recording.ts";

type Mode = "whole" | "streamed";
type Turn = string | readonly (readonly [id: string, name: string, args: object])[];

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function toAnswer(turn: Turn, mode: Mode): ScriptedAnswer {
  const calls = typeof turn === "string" ? undefined : turn;
  const toolCalls = calls?.map(([id, name, args], index) => ({
    index,
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  const said = { role: "assistant", content: calls ? null : turn, ...(toolCalls && { tool_calls: toolCalls }) };
  const finish = calls ? "tool_calls" : "stop";
  if (mode === "whole") return { body: { choices: [{ index: 0, message: said, finish_reason: finish }], usage } };
  const chunks = [
    { choices: [{ index: 0, delta: said, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    { choices: [], usage },
  ];
  return {
    body: toEventStream(
      chunks.map((chunk) => JSON.stringify(chunk)),
      "chat",
    ),
  };
}

const log: string[] = [];
beforeEach(() => {
  log.length = 0;
});
const pay = bound(
  "pay",
  (eur: number) => {
    log.push(`pay ${eur}`);
    return `paid ${eur}`;
  },
  { properties: { eur: integer }, required: ["eur"] },
);
const gatedPay = pay.with({ needsApproval: true });
const look = bound(
  "look",
  (what: string) => {
    log.push(`look ${what}`);
    return `saw ${what}`;
  },
  { properties: { what: text }, required: ["what"] },
);

interface Stage {
  readonly agent: Agent;
  readonly server: ModelServer;
  /** Runs, streamed or not; the events of a stream are kept. */
  go(message: string | RunState): Promise<Run>;
  readonly events: RunEvent[];
  /** What the model was sent for the calls of its last answer, by call id. */
  results(): readonly (readonly [string, string])[];
}

async function withAgent(
  mode: Mode,
  turns: readonly Turn[],
  tools: readonly Tool[],
  play: (stage: Stage) => Promise<void>,
  delegates: boolean = false,
): Promise<void> {
  await using server = await startModelServer(...turns.map((turn) => toAnswer(turn, mode)));
  const model = openaiChat("test", { baseUrl: server.url, apiKey: "key" });
  const worker = new Agent({ name: "worker", model, tools });
  const agent = delegates ? new Agent({ name: "boss", model, agents: [worker.delegate] }) : worker;
  const events: RunEvent[] = [];
  await play({
    agent,
    server,
    events,
    go: async (message) => {
      if (mode === "whole") return agent.run(message);
      const stream = agent.stream(message);
      events.length = 0;
      for await (const event of stream) events.push(event);
      return stream.finished;
    },
    results: () => {
      const messages = (server.requests.at(-1)?.body.messages ?? []) as readonly Record<string, unknown>[];
      const last = messages.findLastIndex(({ role }) => role === "assistant");
      return messages.slice(last + 1).map(({ tool_call_id: id, content }) => [String(id), String(content)] as const);
    },
  });
}

const BATCH: Turn = [
  ["c1", "look", { what: "cart" }],
  ["c2", "pay", { eur: 5 }],
  ["c3", "pay", { eur: 900 }],
];
const throughJson = (agent: Agent, state: RunState) => RunState.fromString(agent, state.toString());

describe.each(["whole", "streamed"] as const)("answers that come %s", (mode) => {
  it("pause for gated calls while the others run once (E14, E26)", () =>
    withAgent(mode, [BATCH, "done"], [look, gatedPay], async ({ go, events, server }) => {
      const run = await go("go");
      expect(run).toMatchObject({ status: "paused", output: undefined });
      expect(run.interruptions.map(({ callId, arguments: args }) => [callId, args])).toEqual([
        ["c2", { eur: 5 }],
        ["c3", { eur: 900 }],
      ]);
      expect(log).toEqual(["look cart"]);
      expect(server.requests).toHaveLength(1);
      if (mode === "streamed") {
        expect(events.at(-1)).toMatchObject({ type: "run_paused", interruptions: run.interruptions });
        expect(events.filter(({ type }) => type === "tool_call_started")).toHaveLength(1);
      }
    }));

  interface Decided {
    readonly what: string;
    readonly decide: (state: RunState) => void;
    readonly ran: readonly string[];
    /** None where the run pauses again. */
    readonly sent?: readonly (readonly [string, string])[];
    readonly waiting?: readonly string[];
  }
  const table: readonly Decided[] = [
    {
      what: "approve both",
      decide: (state) => {
        state.approve("c3");
        state.approve("c2");
      },
      ran: ["pay 5", "pay 900"],
      sent: [
        ["c1", "saw cart"],
        ["c2", "paid 5"],
        ["c3", "paid 900"],
      ],
    },
    {
      what: "approve one, reject one with a text (E15)",
      decide: (state) => {
        state.reject("c2", { message: "not today" });
        state.approve("c3");
      },
      ran: ["pay 900"],
      sent: [
        ["c1", "saw cart"],
        ["c2", "not today"],
        ["c3", "paid 900"],
      ],
    },
    {
      what: "reject both",
      decide: (state) => {
        state.reject("c2");
        state.reject("c3");
      },
      ran: [],
      sent: [
        ["c1", "saw cart"],
        ["c2", "rejected by the operator"],
        ["c3", "rejected by the operator"],
      ],
    },
    { what: "decide one (E17)", decide: (state) => state.approve("c3"), ran: ["pay 900"], waiting: ["c2"] },
    { what: "decide none", decide: () => {}, ran: [], waiting: ["c2", "c3"] },
    {
      what: "approve for good (E16)",
      decide: (state) => state.approve("c2", { always: true }),
      ran: ["pay 5", "pay 900"],
      sent: [
        ["c1", "saw cart"],
        ["c2", "paid 5"],
        ["c3", "paid 900"],
      ],
    },
    {
      what: "reject for good",
      decide: (state) => state.reject("c3", { always: true, message: "never" }),
      ran: [],
      sent: [
        ["c1", "saw cart"],
        ["c2", "never"],
        ["c3", "never"],
      ],
    },
    {
      what: "change one's mind",
      decide: (state) => {
        state.approve("c2");
        state.reject("c2");
        state.reject("c3");
        state.approve("c3");
      },
      ran: ["pay 900"],
      sent: [
        ["c1", "saw cart"],
        ["c2", "rejected by the operator"],
        ["c3", "paid 900"],
      ],
    },
  ];
  for (const kept of [true, false]) {
    it.each(table)(
      `go on as people decide, ${kept ? "in memory" : "through JSON"}: $what`,
      ({ decide, ran, sent, waiting }) =>
        withAgent(mode, [BATCH, "done"], [look, gatedPay], async ({ go, agent, events, results }) => {
          let state = (await go("go")).toState();
          if (!kept) state = await throughJson(agent, state);
          decide(state);
          const run = await go(kept ? state : await throughJson(agent, state));
          expect(log).toEqual(["look cart", ...ran]);
          expect(run.interruptions.map(({ callId }) => callId)).toEqual(waiting ?? []);
          if (sent) {
            expect(run).toMatchObject({ status: "completed", output: "done" });
            expect(results()).toEqual(sent);
          }
          if (mode === "streamed") {
            const types = events
              .map(({ type }) => type)
              .filter((type) => type !== "model_request_started" && type !== "model_request_completed");
            expect(types[0]).toBe("run_continued");
            expect(types.at(-1)).toBe(waiting ? "run_paused" : "run_completed");
            const started = types.filter((type) => type === "tool_call_started").length;
            expect(started).toBe(types.filter((type) => type === "tool_call_completed").length);
            expect(started).toBe(sent ? 2 : ran.length);
            if (sent) expect(types.slice(-3)).toEqual(["text_delta", "message", "run_completed"]);
          }
        }),
    );
  }

  it("keep a call rejected that the predicate would let through by now (E13)", () => {
    let isStrict = true;
    const tools = [look, pay.with({ needsApproval: () => isStrict })];
    return withAgent(mode, [BATCH, "done"], tools, async ({ go, agent, results }) => {
      const state = await throughJson(agent, (await go("go")).toState());
      isStrict = false;
      state.reject("c2");
      state.reject("c3");
      expect((await go(await throughJson(agent, state))).output).toBe("done");
      expect(log).toEqual(["look cart"]);
      expect(results().map(([, said]) => said)).toEqual([
        "saw cart",
        "rejected by the operator",
        "rejected by the operator",
      ]);
    });
  });

  it("run nothing twice when a state is resumed twice (E18)", () =>
    withAgent(mode, [BATCH, "done"], [look, gatedPay], async ({ go, agent }) => {
      const state = (await go("go")).toState();
      state.approve("c2");
      state.approve("c3");
      const copy = await throughJson(agent, state);
      expect((await go(state)).status).toBe("completed");
      expect(await go(copy)).toMatchObject({ status: "error", errorCause: { code: "RUNA_DUPLICATE_TOOL_CALL" } });
      expect(log).toEqual(["look cart", "pay 5", "pay 900"]);
    }));

  it("pause the caller of a delegate (E25)", () => {
    const turns: Turn[] = [[["c1", "worker", { input: "x" }]], BATCH, "worked", "done"];
    return withAgent(
      mode,
      turns,
      [look, gatedPay],
      async ({ go, agent, results, server }) => {
        const run = await go("go");
        expect(run.interruptions).toMatchObject([
          { callId: "c2", agentName: "worker", path: ["c1"] },
          { callId: "c3", agentName: "worker", path: ["c1"] },
        ]);
        const state = await throughJson(agent, run.toState());
        for (const item of run.interruptions) state.approve(item);
        expect((await go(await throughJson(agent, state))).output).toBe("done");
        expect(log).toEqual(["look cart", "pay 5", "pay 900"]);
        expect(results()).toEqual([["c1", "worked"]]);
        expect(server.requests).toHaveLength(4);
      },
      true,
    );
  });
});
