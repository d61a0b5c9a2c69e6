/**
 * One connection to an MCP server: opened when it is first needed, by however many ask for it at once, and opened again
 * when it has broken.
 */
import { type CallToolResult, Client, type Tool as McpTool } from "@modelcontextprotocol/client";
import { ToolSourceError } from "../../errors/tool-source-error.ts";
import { brokenConnection, reasonOf } from "./failure.ts";
import { mayRunTwice } from "./may-run-twice.ts";
import { createTransport, describeTarget, type Target } from "./target.ts";

export interface ConnectionOptions {
  /** `MCP server "files"`. */
  readonly origin: string;
  readonly target: Target;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for each request of connecting and listing. */
  readonly timeout: number;
}

interface Live {
  readonly client: Client;
  /** Forgotten when the server says that it has changed. */
  tools: Promise<readonly McpTool[]> | undefined;
}

/** The pipeline has a clock of its own for calls; this one must not ring before it. Node's timers hold no more. */
const NO_TIMEOUT = 2 ** 31 - 1;
const LONGEST_PROBE = 5_000;

export class Connection {
  readonly #options: ConnectionOptions;
  #live: Promise<Live> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** All pages. @throws ToolSourceError */
  async list(): Promise<readonly McpTool[]> {
    const live = await this.#open();
    live.tools ??= listAll(live.client, this.#options.timeout);
    try {
      return await live.tools;
    } catch (error) {
      live.tools = undefined;
      if (brokenConnection(error)) this.#drop(live);
      throw new ToolSourceError(this.#options.origin, reasonOf(error), { cause: error });
    }
  }

  /**
   * @param tool As it was listed.
   * @throws What the server says against the call; where the connection broke, that the outcome is unknown. A tool that
   * may run twice is called once more, over a new connection, and so is one that the server cannot have seen.
   */
  async call(tool: McpTool, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<CallToolResult> {
    const live = await this.#open();
    try {
      return await callTool(live.client, tool, args, signal);
    } catch (error) {
      signal.throwIfAborted();
      const broken = brokenConnection(error);
      if (!broken) throw error;
      this.#drop(live);
      if (broken === "unknown" && !mayRunTwice(tool)) {
        throw new Error(
          `the connection to ${this.#options.origin} broke during the call (${reasonOf(error)}); whether "${tool.name}" took effect is unknown`,
          { cause: error },
        );
      }
      const next = await this.#open();
      return await callTool(next.client, tool, args, signal);
    }
  }

  async close(): Promise<void> {
    const live = this.#live;
    this.#live = undefined;
    // One that could not be opened has nothing to close.
    const opened = await live?.catch(() => undefined);
    await opened?.client.close();
  }

  #open(): Promise<Live> {
    if (this.#live) return this.#live;
    const opening = this.#connect();
    this.#live = opening;
    opening.catch(() => this.#forget(opening));
    return opening;
  }

  async #connect(): Promise<Live> {
    const { origin, target, headers, timeout } = this.#options;
    const { transport, lastWords } = createTransport(target, headers);
    const live: Live = {
      client: new Client(
        { name: "runa", version: "1" },
        {
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
      tools: undefined,
    };
    try {
      await live.client.connect(transport, { timeout });
    } catch (error) {
      // What is told is why it did not open.
      await live.client.close().catch(() => {});
      const words = lastWords();
      const said = words === "" ? "" : `. It said: ${words.replace(/\.$/, "")}`;
      throw new ToolSourceError(origin, `${describeTarget(target)} cannot be reached: ${reasonOf(error)}${said}`, {
        cause: error,
      });
    }
    live.client.onclose = () => this.#drop(live);
    return live;
  }

  /** The next use opens another. */
  #drop(live: Live): void {
    const current = this.#live;
    void current?.then(
      (open) => {
        if (open === live) this.#forget(current);
      },
      () => {},
    );
    // It is broken already, and nobody waits for it.
    void live.client.close().catch(() => {});
  }

  #forget(opening: Promise<Live>): void {
    if (this.#live === opening) this.#live = undefined;
  }
}

async function listAll(client: Client, timeout: number): Promise<readonly McpTool[]> {
  if (!client.getServerCapabilities()?.tools) return [];
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
