/**
 * A group of tools with settings of their own. Where it connects, it is a tool source: runs that use it at the same time
 * share one connection.
 */
import { withoutUndefined } from "../errors/assert-options.ts";
import { errorMessage } from "../errors/error-message.ts";
import { isRunaError } from "../errors/runa-error.ts";
import { ToolSourceError } from "../errors/tool-source-error.ts";
import { UserError } from "../errors/user-error.ts";
import { warnOnce } from "../errors/warn-once.ts";
import { toolOf } from "./function-definitions.ts";
import { IMPORT_BINDING } from "./import-binding.ts";
import { methodToolsOf } from "./method-definitions.ts";
import { adviceFor, classNameOf, describeEntry } from "./refuse-entry.ts";
import { SharedConnection } from "./shared-connection.ts";
import { type AnyFunction, type AnyTool, type BoundTool, isTool } from "./tool.ts";
import type { ToolOptions } from "./tool-options.ts";
import { closeTools, isToolSource, type OpenTools, openTools } from "./tool-source.ts";
import {
  assertRegisterOptions,
  assertToolkitOptions,
  NAME_LISTS,
  type RegisterOptions,
  type ToolkitEntry,
  type ToolkitOptions,
} from "./toolkit-options.ts";

/** The method that gives the tools: a symbol, so that a toolkit may call its own methods what it likes. */
export const toolkitTools: unique symbol = Symbol.for("runa.toolkit-tools");

/** What has the tools of a toolkit; of another copy of the package it is no instance of `Toolkit`. */
interface HasToolkitTools {
  [toolkitTools](): readonly BoundTool[];
}

export function isToolkit(value: unknown): value is HasToolkitTools {
  return typeof value === "object" && value !== null && toolkitTools in value;
}

/**
 * A base class for classes whose methods are tools, or a group of functions.
 *
 * @example
 * ```ts
 * export class Shop extends Toolkit {
 *   #database?: Database;
 *   constructor() {
 *     super({ name: "shop", prefix: "shop", exclude: ["removeItem"] });
 *   }
 *   override async connect() { this.#database = await open("shop.db"); }
 *   override async close() { await this.#database?.close(); }
 *   // @tool
 *   async addItem(name: string): Promise<string> { … }
 * }
 *
 * const clock = new Toolkit({ name: "clock", tools: [now, tools.timeIn], timeout: 1_000 });
 * const files = new Toolkit({ name: "files", tools: [new FileTools({ root, writable: true })], needsApprovalTools: ["writeFile"] });
 * ```
 */
export class Toolkit {
  readonly name: string;
  readonly #options: ToolkitOptions;
  #registered: readonly Registration[] = [];
  #isConnecting = false;
  readonly #connection: SharedConnection | undefined;
  #tools: readonly BoundTool[] | undefined;

  /**
   * @throws UserError for an option that does not exist or does not fit, and for the name of a tool that there is not; that
   * is found on first use where the binding has not been imported yet.
   */
  constructor(options: ToolkitOptions) {
    assertToolkitOptions(options, options?.name ? `Toolkit "${options.name}"` : "A toolkit");
    if (!options.name) throw new UserError("RUNA_INVALID_OPTION", "A toolkit has a name.");
    this.name = options.name;
    this.#options = options;
    Object.defineProperty(this, toolkitTools, { value: () => this.#current() });
    if (this.connect || this.close) {
      this.#connection = new SharedConnection({
        owner: `toolkit "${this.name}"`,
        connect: () => this.#connect(),
        close: () => this.close?.(),
        keepAlive: options.keepAlive ?? false,
      });
      // Only of one that connects: the tools of the others are known before a run.
      Object.defineProperty(this, openTools, { value: () => this.#open() });
      Object.defineProperty(this, closeTools, { value: () => this.disconnect() });
    }
    this.#resolveEarly();
  }

  /** For subclasses, as a method: called before the tools are used; once for runs that overlap. */
  connect?(): void | Promise<void>;

  /** For subclasses, as a method: called when the last run that used the tools has ended. */
  close?(): void | Promise<void>;

  /**
   * Adds a tool: to those that the options name, or to the methods.
   *
   * @throws UserError where another tool has that name, and for an option that does not exist: set others with
   * `tool.with({ … })` before.
   */
  register(entry: AnyTool | AnyFunction, options: RegisterOptions = {}): this {
    assertRegisterOptions(options, `${this.#where}: register`);
    const before = this.#registered;
    const own = options.name === undefined ? {} : { name: options.name };
    this.#registered = [...before, { entry, options: own, isOfConnection: this.#isConnecting }];
    this.#tools = undefined;
    try {
      this.#resolveEarly();
    } catch (error) {
      this.#registered = before;
      throw error;
    }
    return this;
  }

  /** Closes a connection that was kept alive, unless a run uses it. */
  async disconnect(): Promise<void> {
    await this.#connection?.closeUnused();
  }

  /** What a connection registers is new with each: the tools of the one before give way. */
  async #connect(): Promise<void> {
    const kept = this.#registered.filter(({ isOfConnection }) => !isOfConnection);
    if (kept.length < this.#registered.length) this.#tools = undefined;
    this.#registered = kept;
    this.#isConnecting = true;
    try {
      await this.connect?.();
    } finally {
      this.#isConnecting = false;
    }
  }

  /** As the model is shown them. The same objects each time. */
  #current(): readonly BoundTool[] {
    this.#tools ??= this.#resolve();
    return this.#tools;
  }

  /** The earliest moment at which a mistake can be seen, unless a binding is still to come. */
  #resolveEarly(): void {
    try {
      this.#current();
    } catch (error) {
      if (!(isRunaError(error) && error.code === "RUNA_NO_DEFINITION")) throw error;
    }
  }

  async #open(): Promise<OpenTools> {
    try {
      await this.#connection?.acquire();
    } catch (cause) {
      if (isRunaError(cause)) throw cause;
      const problem = `it cannot connect: ${errorMessage(cause)}`;
      const error = new ToolSourceError(`toolkit "${this.name}"`, problem.replace(/\.$/, ""), { cause });
      if (!this.#options.optional) throw error;
      warnOnce("RUNA_TOOL_SOURCE", this.name, `${error.message} They are left out.`);
      return { tools: [] };
    }
    const close = (): Promise<void> | undefined => this.#connection?.release();
    try {
      return { tools: this.#current(), close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  #resolve(): readonly BoundTool[] {
    const byName = new Map<string, BoundTool>();
    for (const tool of this.#entries()) {
      const other = byName.get(tool.name);
      if (other && other !== tool && !isSameTool(other, tool)) {
        throw new UserError(
          "RUNA_NAME_CLASH",
          `${this.#where} has two tools named "${tool.name}": ${other.origin}, and ${tool.origin}. Register one under another name.`,
        );
      }
      if (!other) byName.set(tool.name, tool);
    }
    this.#assertNames([...byName.keys()]);
    const { include, exclude = [] } = this.#options;
    const tools = [...byName.values()]
      .filter(({ name }) => (include?.includes(name) ?? true) && !exclude.includes(name))
      .map((tool) => this.#withSettings(tool));
    for (const [index, { name }] of tools.entries()) {
      if (tools.findIndex((other) => other.name === name) === index) continue;
      throw new UserError("RUNA_NAME_CLASH", `${this.#where}: options give two of its tools the name "${name}".`);
    }
    return tools;
  }

  #entries(): readonly BoundTool[] {
    const { tools: listed } = this.#options;
    const methods = (): readonly BoundTool[] => methodToolsOf(this).map(({ tool }) => tool);
    const entries = [
      ...(listed?.flatMap((entry) => this.#toolsOfEntry(entry)) ?? methods()),
      ...this.#registered.map(({ entry, options }) => renamed(this.#toolOfEntry(entry), options)),
    ];
    if (entries.length > 0 || listed) return entries;
    throw new UserError(
      "RUNA_NO_DEFINITION",
      `${this.#where} has no tools. Tag methods of its class @tool, ${IMPORT_BINDING}; or list them: tools: […].`,
    );
  }

  #toolsOfEntry(entry: ToolkitEntry): readonly BoundTool[] {
    if (typeof entry !== "object" || isTool(entry)) return [this.#toolOfEntry(entry)];
    if (isToolSource(entry)) {
      const advice = isToolkit(entry)
        ? "List it beside this one, among the tools of the agent, and give it such settings itself."
        : "List it beside this one, among the tools of the agent: an MCPServer has needsApproval, include, exclude and prefix of its own.";
      throw new UserError(
        "RUNA_NOT_A_TOOL",
        `${this.#where} lists ${describeEntry(entry)}, which has to connect by itself. ${advice}`,
      );
    }
    if (isToolkit(entry)) return entry[toolkitTools]();
    const methods = methodToolsOf(entry).map(({ tool }) => tool);
    return methods.length > 0 ? methods : [this.#toolOfEntry(entry)];
  }

  #toolOfEntry(entry: ToolkitEntry): BoundTool {
    if (isTool(entry)) return entry;
    const methods = methodToolsOf(this);
    const found =
      typeof entry === "string"
        ? methods.find(({ method, tool }) => method === entry || tool.name === entry)
        : methods.find(({ method }) => Reflect.get(this, method) === entry);
    const tool = found?.tool ?? (typeof entry === "function" ? toolOf(entry) : undefined);
    if (tool) return tool;
    if (typeof entry === "function" || (typeof entry === "string" && methods.length === 0)) {
      const what = typeof entry === "string" ? `method '${entry}'` : `function '${entry.name || "(anonymous)"}'`;
      throw new UserError(
        "RUNA_NO_DEFINITION",
        `no definition for ${what} of toolkit "${this.name}"; run runa-gen. Tag it @tool, ${IMPORT_BINDING}.`,
      );
    }
    const known = methods.map(({ method }) => method).join(", ");
    throw new UserError(
      // The binding of its class may be still to come.
      classNameOf(entry) === undefined ? "RUNA_NOT_A_TOOL" : "RUNA_NO_DEFINITION",
      `${this.#where} lists ${describeEntry(entry)}, which is no tool.${known ? ` Its methods that are tools: ${known}.` : ""}${typeof entry === "object" ? adviceFor(entry) : ""}`,
    );
  }

  #assertNames(known: readonly string[]): void {
    for (const option of [...NAME_OPTIONS, "options"] as const) {
      const given = this.#options[option] ?? [];
      const names = Array.isArray(given) ? given : Object.keys(given);
      const wrong = names.find((name) => !known.includes(name));
      if (wrong === undefined) continue;
      throw new UserError(
        "RUNA_INVALID_OPTION",
        `${this.#where}: ${option} names "${wrong}", which is none of its tools: ${known.join(", ")}.`,
      );
    }
  }

  #withSettings(tool: BoundTool): BoundTool {
    const { options: own } = tool;
    const given = this.#optionsOf(tool.name);
    const name = given.name ?? tool.name;
    const { prefix, timeout, cache, cacheTtl, toolHooks, instructions, addInstructions } = this.#options;
    const options: ToolOptions = {
      ...(timeout !== undefined && { timeout }),
      ...(cache !== undefined && { cache }),
      ...(cacheTtl !== undefined && { cacheTtl }),
      ...Object.assign({}, ...NAME_OPTIONS.filter((list) => this.#options[list]?.includes(tool.name)).map(settingsOf)),
      ...own,
      ...given,
      ...(toolHooks && { toolHooks: [...toolHooks, ...(given.toolHooks ?? own.toolHooks ?? [])] }),
      ...(prefix !== undefined && { name: `${prefix}_${name}` }),
    };
    return tool.derive(options, {
      origin: `${tool.origin}, in the toolkit "${this.name}"`,
      ...(instructions !== undefined && addInstructions && { sharedInstructions: instructions }),
    });
  }

  #optionsOf(name: string): ToolOptions {
    const { options = {} } = this.#options;
    return withoutUndefined((Object.hasOwn(options, name) && options[name]) || {});
  }

  get #where(): string {
    return `Toolkit "${this.name}"`;
  }
}

interface Registration {
  readonly entry: ToolkitEntry;
  readonly options: ToolOptions;
  /** Registered while connecting. */
  readonly isOfConnection: boolean;
}

type NameOption = keyof typeof NAME_LISTS;

const NAME_OPTIONS = Object.keys(NAME_LISTS) as readonly NameOption[];

function settingsOf(list: NameOption): ToolOptions {
  return NAME_LISTS[list];
}

function renamed(tool: BoundTool, options: ToolOptions): BoundTool {
  return options.name === undefined || options.name === tool.name ? tool : tool.with(options);
}

/** Copies of one tool under one name are one entry, unless one of them is held back by what the other is not. */
function isSameTool(one: BoundTool, other: BoundTool): boolean {
  if (one.call !== other.call) return false;
  const names = new Set([...Object.keys(one.options), ...Object.keys(other.options)]) as Set<keyof ToolOptions>;
  names.delete("name");
  return [...names].every((name) => one.options[name] === other.options[name]);
}
