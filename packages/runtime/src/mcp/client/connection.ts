/**
 * One connection to an MCP server: opened when it is first needed, by however many ask for it at once, and opened again
 * when it has broken.
 */
import { setImmediate } from "node:timers/promises";
import {
  type CallToolResult,
  Client,
  type ElicitRequest,
  type ElicitResult,
  type Tool as McpTool,
  ProtocolError,
} from "@modelcontextprotocol/client";
import { ToolSourceError } from "../../errors/tool-source-error.ts";
import { type AskedCall, isApprovalQuestion } from "../approval-question.ts";
import { brokenConnection } from "./failure.ts";
import { mayRunTwice } from "./may-run-twice.ts";
import { adviceFor, reasonOf } from "./reason.ts";
import { createTransport, describeTarget, type OpenTransport, type Target } from "./target.ts";

export interface ConnectionOptions {
  /** `MCP server "files"`. */
  readonly origin: string;
  readonly target: Target;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for each request of connecting and listing. */
  readonly timeout: number;
  /** Whether the server may ask for the approval of calls that were approved here. */
  readonly forwardsApprovals: boolean;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** By a person, on this side. */
  readonly isApproved: boolean;
}

interface Live {
  readonly client: Client;
  readonly endSession: () => Promise<void>;
  /** Forgotten when the server says that it has changed, and when it can no longer say so. */
  tools: Promise<readonly McpTool[]> | undefined;
  /** The stream on which it would say so has ended. */
  isCut: boolean;
}

/** The pipeline has a clock of its own for calls; this one must not ring before it. Node's timers hold no more. */
const NO_TIMEOUT = 2 ** 31 - 1;
const LONGEST_PROBE = 5_000;

interface Opening {
  readonly open: OpenTransport;
  readonly live: Promise<Live>;
}

export class Connection {
  readonly #options: ConnectionOptions;
  /** Calls that wait for their results, and to which a person has said yes. */
  readonly #approved = new Set<AskedCall>();
  #opening: Opening | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** All pages. A connection of an earlier run that turns out to have broken is opened again. @throws ToolSourceError */
  async list(): Promise<readonly McpTool[]> {
    const known = this.#opening;
    try {
      return await this.#listOver(this.#open());
    } catch (error) {
      const isStale = known !== undefined && error instanceof ToolSourceError && brokenConnection(error.cause);
      if (!isStale) throw error;
      return await this.#listOver(this.#open());
    }
  }

  /**
   * @param tool As it was listed.
   * @throws What the server says against the call; where the connection broke, that the outcome is unknown. A tool that
   * may run twice is called once more, over a new connection, and so is one that the server cannot have seen.
   */
  async call(
    tool: McpTool,
    args: Readonly<Record<string, unknown>>,
    { signal, isApproved }: CallOptions,
  ): Promise<CallToolResult> {
    const asked: AskedCall = { toolName: tool.name, arguments: args };
    if (isApproved) this.#approved.add(asked);
    try {
      return await this.#callOnceOrTwice(tool, args, signal);
    } finally {
      this.#approved.delete(asked);
    }
  }

  /** Also one that is still being opened. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    if (!opening) return;
    const opened = await Promise.race([opening.live.catch(() => undefined), setImmediate()]);
    if (!opened) await opening.open.transport.close();
    // One that could not be opened has nothing to close.
    const live = opened ?? (await opening.live.catch(() => undefined));
    await live?.endSession();
    await live?.client.close();
  }

  async #callOnceOrTwice(
    tool: McpTool,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<CallToolResult> {
    const opening = this.#open();
    const live = await opening.live;
    try {
      return await callTool(live.client, tool, args, signal);
    } catch (error) {
      signal.throwIfAborted();
      const broken = brokenConnection(error);
      if (!broken) throw this.#refusal(error);
      this.#drop(opening, live);
      if (broken === "unknown" && !mayRunTwice(tool)) {
        throw new Error(
          `the connection to ${this.#options.origin} broke during the call (${reasonOf(error)}); whether "${tool.name}" took effect is unknown`,
          { cause: error },
        );
      }
      const next = await this.#open().live;
      try {
        return await callTool(next.client, tool, args, signal);
      } catch (again) {
        signal.throwIfAborted();
        throw this.#refusal(again);
      }
    }
  }

  async #listOver(opening: Opening): Promise<readonly McpTool[]> {
    const live = await opening.live;
    const tools = live.tools ?? listAll(live, this.#options.timeout);
    live.tools = tools;
    try {
      return await tools;
    } catch (error) {
      if (live.tools === tools) live.tools = undefined;
      if (brokenConnection(error)) this.#drop(opening, live);
      throw new ToolSourceError(this.#options.origin, reasonOf(error), { cause: error });
    }
  }

  /** What a server says against a call is told as it says it; what the protocol's client says, in our words. */
  #refusal(error: unknown): unknown {
    if (error instanceof ProtocolError) return error;
    return new Error(`${this.#options.origin} gave no result: ${reasonOf(error)}`, { cause: error });
  }

  #open(): Opening {
    if (this.#opening) return this.#opening;
    const open = createTransport(this.#options.target, this.#options.headers);
    const opening: Opening = { open, live: this.#connect(open, () => this.#forget(opening)) };
    this.#opening = opening;
    opening.live.catch(() => this.#forget(opening));
    return opening;
  }

  async #connect({ transport, lastWords, endSession }: OpenTransport, onClosed: () => void): Promise<Live> {
    const { origin, target, timeout, forwardsApprovals } = this.#options;
    const live: Live = {
      client: new Client(
        { name: "runa", version: "1" },
        {
          ...(forwardsApprovals && { capabilities: { elicitation: {} } }),
          versionNegotiation: { mode: "auto", probe: { timeoutMs: Math.min(timeout / 2, LONGEST_PROBE) } },
          listChanged: {
            tools: {
              autoRefresh: false,
              debounceMs: 0,
              onChanged: () => {
                live.tools = undefined;
              },
            },
          },
        },
      ),
      endSession,
      tools: undefined,
      isCut: false,
    };
    if (forwardsApprovals) live.client.setRequestHandler("elicitation/create", ({ params }) => this.#answer(params));
    try {
      await live.client.connect(transport, { timeout });
    } catch (error) {
      // What is told is why it did not open.
      await live.client.close().catch(() => {});
      const words = lastWords();
      const said = words === "" ? "" : `. It said: ${words.replace(/\.$/, "")}`;
      throw new ToolSourceError(
        origin,
        `${describeTarget(target)} cannot be used: ${reasonOf(error)}${said}. ${adviceFor(error, target.kind === "stdio")}`,
        { cause: error },
      );
    }
    live.client.onclose = onClosed;
    watch(live, live.client.autoOpenedSubscription);
    return live;
  }

  /** What a person has said yes to here is not asked again; nobody is there for anything else. */
  #answer({ message, ...params }: ElicitRequest["params"]): ElicitResult {
    const form = "requestedSchema" in params ? params.requestedSchema : undefined;
    const isApproved = [...this.#approved].some((call) => isApprovalQuestion(message, form, call));
    return isApproved ? { action: "accept", content: { approve: true } } : { action: "decline" };
  }

  /** The next use opens another. */
  #drop(opening: Opening, live: Live): void {
    this.#forget(opening);
    // It is broken already, and nobody waits for it.
    void live.client.close().catch(() => {});
  }

  #forget(opening: Opening): void {
    if (this.#opening === opening) this.#opening = undefined;
  }
}

/** A server that was started anew says nothing to those who listened to the one before. */
function watch(live: Live, subscription: Client["autoOpenedSubscription"]): void {
  void subscription?.closed.then(() => {
    live.tools = undefined;
    live.isCut = true;
  });
}

async function listAll(live: Live, timeout: number): Promise<readonly McpTool[]> {
  const { client } = live;
  if (!client.getServerCapabilities()?.tools) return [];
  if (live.isCut) {
    live.isCut = false;
    try {
      watch(live, await client.listen({ toolsListChanged: true }, { timeout }));
    } catch (error) {
      live.isCut = true;
      throw error;
    }
  }
  const { tools } = await client.listTools(undefined, { timeout, cacheMode: "refresh" });
  return tools;
}

/** Without its `outputSchema`: the client would throw a result away that does not fit, and the tool has run. */
function callTool(
  client: Client,
  tool: McpTool,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { outputSchema: _unchecked, ...toolDefinition } = tool;
  return client.callTool(
    { name: tool.name, arguments: args },
    { signal, timeout: NO_TIMEOUT, toolDefinition: toolDefinition as McpTool },
  );
}
