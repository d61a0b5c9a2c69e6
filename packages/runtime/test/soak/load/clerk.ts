/** What is done in the sessions of the load test: turns with one call, and turns whose call waits for approval. */
import { appendFileSync } from "node:fs";
import { Agent, isRunaError, type RunContext, RunState, tool } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import type { StoredSession } from "../../../src/session/stored-session.ts";

/** Somebody else was faster: with going on, or with leaving something that waits. */
const EXPECTED = ["RUNA_PENDING_RUN", "RUNA_RUN_BUSY", "RUNA_RUN_OVER"];

export function createAgent(effects: string): Agent {
  const write = (name: string, options: { readonly needsApproval?: boolean }) =>
    tool.fromSchema({
      name,
      description: "Writes a turn down.",
      parameters: { type: "object", properties: { turn: { type: "string" } }, required: ["turn"] },
      ...options,
      execute: async ({ turn }: { turn: string }, ctx: RunContext) => {
        appendFileSync(effects, `${turn}\n`);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
        ctx.sessionState[turn] = true;
        return `wrote ${turn}`;
      },
    });
  // Answers from the conversation alone: any process may be the one that goes on.
  const model = new ScriptedModel([]);
  model.respond = (request) =>
    new ScriptedModel([
      ({ items }) => {
        const last = items.at(-1);
        if (last?.type !== "user") return "written";
        const turn = String(last.content);
        const name = turn.endsWith("gated") ? "writeGated" : "write";
        return { toolCalls: [{ name, callId: `call-${turn}`, arguments: { turn } }] };
      },
    ]).respond(request);
  return new Agent({ name: "clerk", model, tools: [write("write", {}), write("writeGated", { needsApproval: true })] });
}

/** Goes on with the oldest turn that waits. @returns Its text, where this process was the one that brought it to its end. */
export async function resumeOldest(agent: Agent, session: StoredSession): Promise<string | undefined> {
  const [pending] = await session.pending();
  if (!pending) return undefined;
  const state = await RunState.fromJSON(agent, pending.snapshot);
  for (const item of state.interruptions) state.approve(item);
  const run = await agent.run(state, { session });
  if (run.error && isRunaError(run.error) && EXPECTED.includes(run.error.code)) return undefined;
  if (run.status !== "completed") throw run.error ?? new Error(`A turn that was gone on with is ${run.status}`);
  return run.toolCalls.map(({ arguments: { turn } }) => String(turn)).join();
}
