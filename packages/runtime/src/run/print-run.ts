/** A run for people: tool calls, results and text, as they come. */
import { setImmediate } from "node:timers/promises";
import { aBoolean, assertOptions, type OptionChecks } from "../errors/assert-options.ts";
import type { JsonObject } from "../manifest/index.ts";
import type { Interruption } from "./interruption.ts";
import { createMarkdownPrinter } from "./print-markdown.ts";
import { PrintSink, type PrintTarget } from "./print-sink.ts";
import type { Run } from "./run.ts";
import type { RunEvent } from "./run-event.ts";
import type { RunStream } from "./run-stream.ts";
import { shownOf } from "./shown-record.ts";
import { createStyles, printable, type Styles } from "./terminal-text.ts";

export interface PrintOptions {
  /** Print while the answer arrives. Default true. */
  readonly stream?: boolean;
  /** The text is Markdown: headings, emphasis and code are shown as such, where the output has colours. Default false. */
  readonly markdown?: boolean;
  /** Default `process.stdout`. Colours are used on a terminal, unless `NO_COLOR` is set. */
  readonly output?: PrintTarget;
}

/** Two ways to start the run. */
export interface PrintableRun<TParsed> {
  run(): Promise<Run<TParsed>>;
  stream(): RunStream<TParsed>;
}

/** What is undefined is as good as absent. */
type GivenOptions = { readonly [Name in keyof PrintOptions]: PrintOptions[Name] | undefined };

const CHECKS: OptionChecks<PrintOptions> = {
  stream: aBoolean,
  markdown: aBoolean,
  output: (value) =>
    typeof value === "object" && value !== null && "write" in value && typeof value.write === "function"
      ? undefined
      : "must have a method write(text)",
};

const LONGEST_LINE = 200;

const WAITS_FOR = {
  approval: "waits for approval",
  external: "waits for its result",
  userInput: "waits for input",
} as const;

/**
 * Where the reader of the output has left (`EPIPE`), the run goes on and nothing more is printed.
 *
 * @throws As the run does; nothing is printed for that. What else goes wrong with the output, which ends the run.
 */
export async function printRun<TParsed>(source: PrintableRun<TParsed>, options: GivenOptions): Promise<Run<TParsed>> {
  assertOptions<PrintOptions>(options, CHECKS, "printResponse");
  const { output = process.stdout, stream = true, markdown = false } = options;
  const sink = new PrintSink(output);
  const printer = new RunPrinter(sink, createStyles(output), markdown);
  try {
    const run = stream ? await printStream(source, printer) : await printAtEnd(source, printer);
    // A stream tells of an error a moment later.
    await setImmediate();
    sink.throwIfFailed();
    return run;
  } finally {
    sink.close();
  }
}

async function printStream<TParsed>(source: PrintableRun<TParsed>, printer: RunPrinter): Promise<Run<TParsed>> {
  const events = source.stream();
  for await (const event of events) printer.printEvent(event);
  return events.finished;
}

async function printAtEnd<TParsed>(source: PrintableRun<TParsed>, printer: RunPrinter): Promise<Run<TParsed>> {
  const run = await source.run();
  printer.printWhole(run);
  return run;
}

class RunPrinter {
  readonly #output: PrintSink;
  readonly #styles: Styles;
  readonly #markdown: ReturnType<typeof createMarkdownPrinter> | undefined;
  /** Whether the last thing that was printed was text of the model, which does not end its line. */
  #isInText = false;

  constructor(output: PrintSink, styles: Styles, markdown: boolean) {
    this.#output = output;
    this.#styles = styles;
    this.#markdown = markdown ? createMarkdownPrinter(styles) : undefined;
  }

  printEvent(event: RunEvent): void {
    // What a delegate does is seen by its call and its result.
    if (event.parentRunId !== undefined) return;
    switch (event.type) {
      case "text_delta":
        this.#text(event.delta);
        break;
      case "message":
        this.#endText();
        break;
      case "tool_call_started":
        this.#call(event.name, event.arguments);
        break;
      case "tool_call_completed":
        this.#result(event.name, event.text, event.error !== undefined);
        break;
      case "run_completed":
        this.#ending(event.stopReason);
        break;
      case "run_error":
        this.#failure(event.error);
        break;
      case "run_paused":
        this.#pause(event.interruptions);
        break;
      case "run_started":
      case "run_continued":
      case "model_request_started":
      case "model_request_completed":
      case "reasoning_delta":
      case "tool_arguments_delta":
      case "tool_output_delta":
      case "custom":
      case "handoff":
      case "retry":
        break;
    }
  }

  printWhole(run: Run): void {
    // In the order of the results: a model may use an id again in a later answer.
    let done = 0;
    for (const item of run.newItems) {
      if (item.type === "assistant") {
        if (item.text) this.#text(item.text);
        this.#endText();
        for (const { name, callId } of item.toolCalls) {
          const record = run.toolCalls.slice(done).find((call) => call.callId === callId);
          // Of an answer with calls that wait, none is in the record yet.
          if (record || run.status !== "paused") this.#call(name, record ? shownOf(record).arguments : {});
        }
      } else if (item.type === "tool_result") {
        const record = run.toolCalls[done];
        done++;
        this.#result(item.name, record ? shownOf(record).text : item.text, item.isError);
        if (record?.isShown) this.#shown(item.text);
      }
    }
    if (run.error) this.#failure(run.error);
    else if (run.status === "paused") this.#pause(run.interruptions);
    else this.#ending(run.stopReason ?? "completed");
  }

  #pause(interruptions: readonly Interruption[]): void {
    for (const { kind, name, arguments: args } of interruptions)
      this.#line(this.#styles.bold(`? ${printable(name)} ${oneLine(toJson(args))} (${WAITS_FOR[kind]})`));
  }

  #shown(text: string): void {
    this.#text(text);
    this.#endText();
  }

  #text(delta: string): void {
    this.#isInText = true;
    const text = printable(delta);
    this.#output.write(this.#markdown ? this.#markdown.write(text) : text);
  }

  #endText(): void {
    if (!this.#isInText) return;
    this.#isInText = false;
    this.#output.write(`${this.#markdown?.end() ?? ""}\n`);
  }

  #line(line: string): void {
    this.#endText();
    this.#output.write(`${line}\n`);
  }

  #call(name: string, args: JsonObject): void {
    this.#line(this.#styles.dim(`> ${printable(name)} ${oneLine(toJson(args))}`));
  }

  #result(name: string, text: string, isError: boolean): void {
    const line = `< ${printable(name)} ${oneLine(text)}`;
    this.#line(isError ? this.#styles.red(line) : this.#styles.dim(line));
  }

  #ending(stopReason: string): void {
    this.#endText();
    if (stopReason !== "completed") this.#line(this.#styles.dim(`(ended: ${stopReason})`));
  }

  #failure(error: Error): void {
    this.#line(this.#styles.red(`error: ${printable(error.message)}`));
  }
}

/** The first line, shortened. */
function oneLine(text: string): string {
  const first = printable(text.split("\n", 1)[0] ?? "");
  const isWhole = first.length === text.length && first.length <= LONGEST_LINE;
  return isWhole ? first : `${first.slice(0, LONGEST_LINE)}…`;
}

function toJson(args: JsonObject): string {
  try {
    return JSON.stringify(args);
  } catch {
    // A model may nest arguments deeper than the stack is.
    return "{…}";
  }
}
