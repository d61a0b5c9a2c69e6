/**
 * A process of its own: a team of three, of which one member, or two where all are asked at once, have a call that waits for
 * a person. `start` writes the state of the paused run into a folder and ends; `resume` approves one call and goes on; it
 * writes the state again where another call waits still. What the tool does is in a file, too.
 */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, type Run, RunState, Team, type TeamMode } from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { bound } from "./bound.ts";

const [step, folder = "", how, mode = "coordinate"] = process.argv.slice(2);
const isFirst = step === "start";
const isBroadcast = mode === "broadcast";

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
const publishing = (name: string, title: string) =>
  member(name, [{ toolCalls: [{ name: "publish", arguments: { title }, callId: "call_publish" }] }], ["It is out."]);
const reporter = member("reporter", ["It rains."], [], []);
const critic = isBroadcast ? publishing("critic", "Critique") : member("critic", ["Too short."], [], []);
const editor = publishing("editor", "Rain");
const calls = isBroadcast
  ? [{ name: "delegate_task_to_all_members", arguments: { task: "Rain" }, callId: "call_all" }]
  : [toMember("reporter"), toMember("editor"), toMember("critic")];
const team = new Team({
  name: "news",
  model: new ScriptedModel(
    isFirst
      ? [{ toolCalls: calls }]
      : [
          ({ items }) =>
            `Done: ${items.flatMap((item) => (item.type === "tool_result" ? [item.text] : [])).join(" | ")}`,
        ],
  ),
  members: [reporter, editor, critic],
  mode: mode as TeamMode,
});

async function go(input: string | RunState): Promise<Run> {
  if (how !== "streamed") return team.run(input);
  const stream = team.stream(input);
  for await (const _event of stream);
  return stream.finished;
}

const stateFile = join(folder, "state.json");
let run: Run;
if (isFirst) run = await go("News about rain?");
else {
  const state = await RunState.fromString(team, readFileSync(stateFile, "utf8"));
  for (const item of state.interruptions.slice(0, 1)) state.approve(item, { by: "Ada" });
  run = await go(state);
}
if (run.status === "paused") writeFileSync(stateFile, run.toState().toString());
const { status, output, interruptions, approvals } = run;
console.log(
  JSON.stringify({ status, output, waiting: interruptions.map(({ agentName, name }) => [agentName, name]), approvals }),
);
