/** What must compile, and what must not: tools, options, agents. Checked by `npm run typecheck`. */
import {
  Agent,
  type ArgumentsOf,
  approval,
  bindTools,
  guardrail,
  type RunContext,
  type RunEvent,
  type RunState,
  type Tool,
  type ToolHook,
  tool,
} from "@runa/runtime";
import type { Manifest } from "@runa/runtime/manifest";

declare const manifest: Manifest;
declare function refund(amount: number, reason?: string): Promise<string>;
declare function visit(ctx: RunContext, when: Date): void;

// As the generated binding does.
interface Tools {
  readonly refund: Tool<{ amount: Parameters<typeof refund>[0]; reason?: Parameters<typeof refund>[1] }, typeof refund>;
  readonly visit: Tool<{ when: Parameters<typeof visit>[1] }, typeof visit>;
}
const tools: Tools = bindTools(manifest, import.meta.url, { refund, visit });

export const when: Date = ({} as ArgumentsOf<typeof tools.visit>).when;
// @ts-expect-error a typo in the name of an argument
export const wrong: Date = ({} as ArgumentsOf<typeof tools.visit>).whem;
// @ts-expect-error an injected parameter is no argument
export const ctx: RunContext = ({} as ArgumentsOf<typeof tools.visit>).ctx;
// @ts-expect-error a tool that was removed or renamed
export const gone: Tool = tools.refnud;

export const copy: Tools["refund"] = tools.refund.with({ timeout: 1_000, sequential: true });
tools.refund.with({ needsApproval: ({ amount, reason }) => amount >= 50 || reason === undefined });
tools.refund.with({ needsApproval: approval(({ amount }: { amount: number }) => amount >= 50, { name: "large" }) });
tools.visit.with({ needsApproval: async ({ when }, { ctx: { userId } }) => when.getTime() > 0 && userId !== "root" });
tools.refund.with({ requiresUserInput: true, userInputFields: ["reason"] });
tools.refund.with({ guardrails: [guardrail(({ amount }: { amount: number }) => amount > 1_000).input] });
// @ts-expect-error a typo in the name of an argument
tools.refund.with({ needsApproval: ({ amuont }) => amuont >= 50 });
// @ts-expect-error a field that is no argument
tools.refund.with({ requiresUserInput: true, userInputFields: ["raeson"] });
// @ts-expect-error a guardrail is made by guardrail()
tools.refund.with({ guardrails: [() => false] });
// @ts-expect-error an option that does not exist
tools.refund.with({ timeuot: 1_000 });
// @ts-expect-error an option of another type
tools.refund.with({ timeout: "1s" });
// @ts-expect-error what tool() marks has a closed list of options too
tool(refund, { cacheForever: true });

// Types know the order of parameters, not their names: with tool(fn, …) the options say them.
interface Refund {
  readonly amount: number;
}
declare const timed: ToolHook;
tool(refund, { needsApproval: ({ amount }: { amount: number }) => amount >= 50, toolHooks: [timed] });
tool(refund, {
  needsApproval: ({ amount }: Refund) => amount >= 50,
  preHook: ({ args }) => void args.amount.toFixed(),
});
tool(refund, { needsApproval: approval(({ amount }: Refund) => amount >= 50) });
tool(refund, { needsApproval: ({ amount }) => typeof amount !== "number" || amount >= 50 });
tool(refund, { requiresUserInput: true, userInputFields: ["amount"] });
// @ts-expect-error of an undeclared argument the type is not known
tool(refund, { needsApproval: ({ amount }) => amount >= 50 });

const marked = tool(refund, { timeout: 5 });
export const result: Promise<string> = marked(5, "late");
// @ts-expect-error the function keeps its own parameters
marked("5");

tool.fromSchema({
  name: "sum",
  description: "",
  parameters: { type: "object" },
  execute: ({ a }: { a: number }, { userId }) => `${a} ${userId}`,
});
tool.fromSchema({
  name: "sum",
  description: "",
  // @ts-expect-error parameters are a schema
  parameters: "Ticket",
  execute: () => "",
});

new Agent({ name: "a", model: "gpt-5.2", tools: [tools.refund, copy, marked, tools.visit] });
// @ts-expect-error an option that does not exist
new Agent({ name: "a", modle: "gpt-5.2" });
// @ts-expect-error a tool belongs in a list
new Agent({ name: "a", tools: tools.refund });

interface Who {
  readonly role: string;
}
new Agent<Who>({ name: "a", tools });
new Agent<Who>({ name: "a", tools: ({ ctx }) => (ctx.context.role === "admin" ? tools : [tools.refund]) });
new Agent<Who>({ name: "a", tools: async ({ ctx }) => (ctx.context.role === "admin" ? tools : undefined) });
// @ts-expect-error a function that gives no tools
new Agent<Who>({ name: "a", tools: () => 5 });
// @ts-expect-error a function that gives one tool
new Agent<Who>({ name: "a", tools: () => tools.refund });
// @ts-expect-error a function that gives a promise of no tools
new Agent<Who>({ name: "a", tools: async () => "refund" });
// @ts-expect-error a list of what is no tool
new Agent<Who>({ name: "a", tools: [5] });
// @ts-expect-error a promise of tools, as loadTools gives it
new Agent<Who>({ name: "a", tools: Promise.resolve(tools) });
// @ts-expect-error no function stands in place of agents
new Agent({ name: "a", agents: () => [] });
// @ts-expect-error no function stands in place of MCP servers
new Agent({ name: "a", mcp: () => [] });

class Support extends Agent<{ userName: string }> {
  override name = "support";
  override tools = [tools.refund];
  override instructions = ({ context }: RunContext<{ userName: string }>): string => context.userName;
}
new Support().run("hello", { context: { userName: "Ada" } });
// @ts-expect-error the context is not given
new Support().run("hello");
// @ts-expect-error the context is not given, beside other options
new Support().stream("hello", { userId: "ada" });
// @ts-expect-error the context is not given
new Support().printResponse("hello", { markdown: true });
new Support().printResponse("hello", { markdown: true, context: { userName: "Ada" } });
declare const state: RunState;
new Support().run(state);
new Support().stream(state, { userId: "ada" });
// @ts-expect-error a context of another type, behind a state too
new Support().run(state, { context: { userNaem: "Ada" } });
declare const maybe: Agent<Who | undefined>;
maybe.run("hello");
new Agent({ name: "a" }).run("hello");
new Agent({ name: "a" }).run(Math.random() > 0.5 ? state : "hello", { context: { any: "thing" } });
// Whatever their contexts are.
new Agent({ name: "a", agents: [new Support(), Support.handoff, maybe.delegate] });
// @ts-expect-error a context of another type
new Support().run("hello", { context: { userNaem: "Ada" } });

/** An exhaustive switch over the events compiles. */
export function describe(event: RunEvent): string {
  switch (event.type) {
    case "run_started":
    case "model_request_started":
    case "model_request_completed":
    case "message":
    case "retry":
    case "run_continued":
      return event.runId;
    case "handoff":
      return event.to;
    case "run_paused":
      return event.interruptions.map(({ name }) => name).join();
    case "text_delta":
    case "reasoning_delta":
    case "tool_arguments_delta":
    case "tool_output_delta":
      return event.delta;
    case "tool_call_started":
    case "custom":
      return event.name;
    case "tool_call_completed":
      return event.text;
    case "run_completed":
      return event.output;
    case "run_error":
      return event.error.message;
  }
}
