/** `MCPServer`: the tools of an MCP server as tools of an agent. */
import { requirePackage } from "../../errors/require-package.ts";
import { ToolSourceError } from "../../errors/tool-source-error.ts";
import { UserError } from "../../errors/user-error.ts";
import { warnOnce } from "../../errors/warn-once.ts";
import type { RunContext } from "../../tool/run-context.ts";
import type { BoundTool } from "../../tool/tool.ts";
import {
  closeTools,
  type OpenTools,
  type OpenToolsRequest,
  openTools,
  type ToolSource,
} from "../../tool/tool-source.ts";
import type { Connection } from "./connection.ts";
import {
  assertMCPServerOptions,
  assertStdioOptions,
  type Headers,
  isRecordOfTexts,
  type MCPServerOptions,
  type StdioOptions,
} from "./mcp-server-options.ts";
import type { Target } from "./target.ts";
import { readTools, type ToolList } from "./tool-list.ts";

const DEFAULT_TIMEOUT = 10_000;

interface Shared {
  readonly connection: Connection;
  /** Runs that use it. */
  users: number;
  known: ToolList | undefined;
}

/**
 * Connects when a run first needs it. Runs share one connection, which is kept between them until `close()`, and opened
 * again where it broke. Where `headers` is a function, runs share a connection only if it gives them the same headers, and
 * a connection is closed with the last run on it.
 *
 * A server that is started over stdio, or listened to over HTTP, keeps this process alive until `close()`; with
 * `keepAlive: false` it is closed with the last run.
 *
 * @example
 * ```ts
 * const files = new MCPServer({ name: "files", include: ["read_file"] })
 *   .stdio("npx", ["@modelcontextprotocol/server-filesystem", "/srv/docs"]);
 * const search = new MCPServer({ name: "search", prefix: "web" }).http("https://search.example/mcp");
 * const agent = new Agent({ name: "librarian", model: "gpt-5.2", mcp: [files, search] });
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor defines the method, whose computed name is more than isolated declarations can say of a class
export class MCPServer {
  readonly name: string;
  readonly #options: MCPServerOptions;
  readonly #timeout: number;
  readonly #shared = new Map<string, Shared>();
  #target: Target | undefined;

  /** @throws UserError for an option that does not exist or does not fit. */
  constructor(options: MCPServerOptions) {
    assertMCPServerOptions(options);
    if (options.name === undefined)
      throw new UserError("RUNA_INVALID_OPTION", 'An MCPServer has no name. Give it one: name: "files".');
    this.name = options.name;
    this.#options = { ...options };
    this.#timeout = options.timeout ?? DEFAULT_TIMEOUT;
    Object.defineProperty(this, openTools, { value: ({ ctx }: OpenToolsRequest) => this.#open(ctx) });
    Object.defineProperty(this, closeTools, { value: () => this.#close(({ users }) => users === 0) });
  }

  /**
   * A server that is a program: it is started here, and asked over its standard input and output. No shell is involved.
   *
   * @returns This server.
   */
  stdio(command: string, args: readonly string[] = [], options: StdioOptions = {}): this {
    assertStdioOptions(options, `${this.#origin}, stdio,`);
    if (
      typeof command !== "string" ||
      command === "" ||
      !Array.isArray(args) ||
      args.some((one) => typeof one !== "string")
    )
      throw new UserError("RUNA_INVALID_OPTION", `${this.#origin}: stdio takes a command and a list of texts.`);
    return this.#at({ kind: "stdio", command, args: [...args], env: options.env, cwd: options.cwd });
  }

  /**
   * A server that is reached over Streamable HTTP.
   *
   * @returns This server.
   */
  http(url: string | URL): this {
    if (!URL.canParse(String(url)) || !/^https?:$/.test(new URL(url).protocol))
      throw new UserError(
        "RUNA_INVALID_OPTION",
        `${this.#origin}: "${url}" is no address such as https://tools.example/mcp.`,
      );
    return this.#at({ kind: "http", url: new URL(url) });
  }

  /** Closes what is open. Whoever needs it next connects again, be it a run that goes on. */
  async close(): Promise<void> {
    await this.#close(() => true);
  }

  async #close(isMeant: (shared: Shared) => boolean): Promise<void> {
    const meant = [...this.#shared].filter(([, shared]) => isMeant(shared));
    // What a run may open again has to be found by the next `close`.
    for (const [key, { users }] of meant) if (users === 0) this.#shared.delete(key);
    await Promise.all(meant.map(([, { connection }]) => connection.close()));
  }

  async #open(ctx: RunContext): Promise<OpenTools> {
    let close = async (): Promise<void> => {};
    try {
      const key = await this.#headersFor(ctx);
      const shared = await this.#share(key);
      close = () => this.#release(key, shared);
      return { tools: await this.#toolsOf(shared), close };
    } catch (error) {
      await close();
      if (!this.#options.optional || !(error instanceof ToolSourceError)) throw error;
      warnOnce("RUNA_TOOL_SOURCE", error.message, `${error.message} They are left out.`);
      return { tools: [] };
    }
  }

  get #origin(): string {
    return `MCP server "${this.name}"`;
  }

  #at(target: Target): this {
    if (this.#target)
      throw new UserError(
        "RUNA_INVALID_OPTION",
        `${this.#origin} has a place already. Make another MCPServer for another place.`,
      );
    if (target.kind === "stdio" && this.#options.headers !== undefined)
      throw new UserError("RUNA_INVALID_OPTION", `${this.#origin}: there are no headers over stdio. Use env.`);
    this.#target = target;
    return this;
  }

  /** As text: what connections are shared by. */
  async #headersFor(ctx: RunContext): Promise<string> {
    const { headers = {} } = this.#options;
    if (typeof headers !== "function") return JSON.stringify(headers);
    let given: unknown;
    try {
      given = await headers(ctx);
    } catch (cause) {
      // What it says may hold the secret that it could not use.
      const name = cause instanceof Error ? cause.name : typeof cause;
      throw new ToolSourceError(
        this.#origin,
        `its headers function threw (${name}); the cause of this error says more`,
        {
          cause,
        },
      );
    }
    if (!isRecordOfTexts(given))
      throw new UserError(
        "RUNA_INVALID_OPTION",
        `${this.#origin}: the headers function gave ${typeof given}, not an object of texts.`,
      );
    return JSON.stringify(Object.fromEntries(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1))));
  }

  /** Counts the caller among its users. */
  async #share(key: string): Promise<Shared> {
    const target = this.#target;
    if (!target) {
      throw new UserError(
        "RUNA_INVALID_OPTION",
        `${this.#origin} has no place. Say where it is: new MCPServer({ … }).stdio("command", ["argument"]), or .http("https://…").`,
      );
    }
    const { Connection } = await requirePackage("@modelcontextprotocol/client", () => import("./connection.ts"));
    const known = this.#shared.get(key);
    if (known) {
      known.users++;
      return known;
    }
    const headers: Headers = JSON.parse(key);
    const shared: Shared = {
      connection: new Connection({
        origin: this.#origin,
        target,
        headers,
        timeout: this.#timeout,
        forwardsApprovals: this.#options.forwardApprovals === true,
      }),
      users: 1,
      known: undefined,
    };
    this.#shared.set(key, shared);
    return shared;
  }

  /** The same tools as long as the server lists the same. */
  async #toolsOf(shared: Shared): Promise<readonly BoundTool[]> {
    const listed = await shared.connection.list();
    if (shared.known?.listed !== listed) {
      shared.known = readTools(listed, {
        origin: this.#origin,
        connection: shared.connection,
        options: this.#options,
        timeout: this.#timeout,
      });
    }
    return shared.known.tools;
  }

  async #release(key: string, shared: Shared): Promise<void> {
    shared.users--;
    const isKept = this.#options.keepAlive ?? typeof this.#options.headers !== "function";
    if (isKept || shared.users > 0) return;
    if (this.#shared.get(key) === shared) this.#shared.delete(key);
    await shared.connection.close();
  }
}

export interface MCPServer extends ToolSource {}
