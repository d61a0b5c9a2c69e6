/**
 * One conversation turn with two free and two gated calls in one answer, and a free one in the next. A process that is
 * killed anywhere in it can be followed by another that does the rest: what it needs is in the session.
 */
import { appendFileSync } from "node:fs";
import { Agent, type AnyTool, type Model, type ModelRequest, type RunContext, RunState } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import type { StoredSession } from "../../../src/session/stored-session.ts";
import { bound } from "../../support/bound.ts";

export interface Scenario {
  readonly isStreamed: boolean;
  /** Both gated calls at once, or one and then the other. */
  readonly decidesAtOnce: boolean;
}

export const SCENARIOS: readonly Scenario[] = [
  { isStreamed: false, decidesAtOnce: true },
  { isStreamed: true, decidesAtOnce: false },
];

export interface Call {
  readonly callId: string;
  readonly name: string;
  readonly fate: "free" | "readonly" | "approved" | "rejected";
}

export const FIRST_CALLS: readonly Call[] = [
  { callId: "c1", name: "logVisit", fate: "free" },
  { callId: "c2", name: "lookUp", fate: "readonly" },
  { callId: "c3", name: "transfer", fate: "approved" },
  { callId: "c4", name: "erase", fate: "rejected" },
];
export const SECOND_CALLS: readonly Call[] = [{ callId: "c5", name: "logVisit", fate: "free" }];
export const CALLS: readonly Call[] = [...FIRST_CALLS, ...SECOND_CALLS];
export const REJECTED_TEXT = "not this one";

/** Does what is left to do. `pass` is called between any two things that others can see. */
export async function finishScenario(
  session: StoredSession,
  scenario: Scenario,
  effects: string,
  pass: () => void = () => {},
): Promise<void> {
  const agent = createAgent(effects, pass);
  for (let attempt = 0; attempt < 10; attempt++) {
    const [pending] = await session.pending();
    if (!pending && (await session.getItems()).length > 0) return;
    const state = pending && (await RunState.fromJSON(agent, pending.snapshot));
    if (state) decide(state, scenario);
    pass();
    const run = await runAgent(agent, state ?? "Do it.", session, scenario, pass);
    pass();
    if (run.status === "error") throw run.error ?? new Error("The run failed without an error");
  }
  throw new Error("The run did not come to its end in ten attempts");
}

function decide(state: RunState, { decidesAtOnce }: Scenario): void {
  const { interruptions } = state;
  for (const item of decidesAtOnce ? interruptions : interruptions.slice(0, 1)) {
    if (item.name === "transfer") state.approve(item);
    else state.reject(item, { message: REJECTED_TEXT });
  }
}

async function runAgent(
  agent: Agent,
  message: string | RunState,
  session: StoredSession,
  { isStreamed }: Scenario,
  pass: () => void,
): ReturnType<Agent["run"]> {
  if (!isStreamed) return agent.run(message, { session });
  const stream = agent.stream(message, { session });
  for await (const _event of stream) pass();
  return stream.finished;
}

function createAgent(effects: string, pass: () => void): Agent {
  const tools = new Map(CALLS.map((call) => [call.name, createTool(call, effects, pass)]));
  return new Agent({ name: "clerk", model: createModel(pass), tools: [...tools.values()] });
}

function createTool({ name, fate }: Call, effects: string, pass: () => void): AnyTool {
  const tool = bound(
    name,
    async (ctx: RunContext, callId: string) => {
      pass();
      appendFileSync(effects, `${callId}\n`);
      pass();
      // Others of the batch go on meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 1));
      ctx.sessionState[callId] = true;
      pass();
      return `did ${callId}`;
    },
    {
      params: [{ inject: "ctx" }, { inject: "callId" }],
      async: true,
      ...(fate === "readonly" && { readonly: true }),
    },
  );
  return fate === "approved" || fate === "rejected" ? tool.with({ needsApproval: true }) : tool;
}

/** Answers from the conversation alone, so that any process gives the same answers. */
function createModel(pass: () => void): Model {
  const answer = ({ items }: ModelRequest) => {
    pass();
    const results = items.filter(({ type }) => type === "tool_result").length;
    const calls = results === 0 ? FIRST_CALLS : results === FIRST_CALLS.length ? SECOND_CALLS : [];
    return calls.length > 0 ? { toolCalls: calls.map(({ callId, name }) => ({ callId, name })) } : "All done.";
  };
  return new ScriptedModel(Array.from({ length: 20 }, () => answer));
}
