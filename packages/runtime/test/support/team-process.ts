/**
 * A process of its own: a team of three, one member of which has a call that waits for a person. `start` writes the state of
 * the paused run into a folder and ends; `resume` approves the call and goes on. What the tool does is in a file, too.
 */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, type Run, RunState, Team } from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { bound } from "./bound.ts";

const [step, folder = "", how] = process.argv.slice(2);
const isFirst = step === "start";

const publish = bound(
  "publish",
  (title: string) => {
    appendFileSync(join(folder, "published.txt"), `${title}\n`);
    return `published ${title}`;
  },
  { properties: { title: { type: "string" } }, required: ["title"] },
).with({ needsApproval: true });

/** What was answered before the pause is in the state. */
const member = (
  name: string,
  before: readonly ScriptedResponse[],
  after: readonly ScriptedResponse[],
  tools = [publish],
) => new Agent({ name, model: new ScriptedModel(isFirst ? before : after), tools });

const toMember = (name: string) => ({
  name: "delegate_task_to_member",
  arguments: { member: name, task: "Rain" },
  callId: `call_${name}`,
});
const reporter = member("reporter", ["It rains."], [], []);
const critic = member("critic", ["Too short."], [], []);
const editor = member(
  "editor",
  [{ toolCalls: [{ name: "publish", arguments: { title: "Rain" }, callId: "call_publish" }] }],
  ["It is out."],
);
const team = new Team({
  name: "news",
  model: new ScriptedModel(
    isFirst
      ? [{ toolCalls: [toMember("reporter"), toMember("editor"), toMember("critic")] }]
      : [
          ({ items }) =>
            `Done: ${items.flatMap((item) => (item.type === "tool_result" ? [item.text] : [])).join(" | ")}`,
        ],
  ),
  members: [reporter, editor, critic],
});

async function go(input: string | RunState): Promise<Run> {
  if (how !== "streamed") return team.run(input);
  const stream = team.stream(input);
  for await (const _event of stream);
  return stream.finished;
}

const stateFile = join(folder, "state.json");
let run: Run;
if (isFirst) {
  run = await go("News about rain?");
  writeFileSync(stateFile, run.toState().toString());
} else {
  const state = await RunState.fromString(team, readFileSync(stateFile, "utf8"));
  for (const item of state.interruptions) state.approve(item, { by: "Ada" });
  run = await go(state);
}
const { status, output, interruptions, approvals } = run;
console.log(
  JSON.stringify({ status, output, waiting: interruptions.map(({ agentName, name }) => [agentName, name]), approvals }),
);
