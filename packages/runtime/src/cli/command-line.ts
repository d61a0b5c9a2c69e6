/** From the words of a command line to what is asked for. */
import { parseArgs } from "node:util";
import { closestNames } from "../errors/closest-names.ts";

export type CommandLine =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  /** `message` is one line for the developer, who is then shown the usage. */
  | { readonly kind: "wrong-use"; readonly message: string }
  | { readonly kind: "mcp"; readonly manifest: string; readonly options: McpOptions }
  | {
      readonly kind: "inspect";
      readonly manifest: string;
      readonly tool?: string;
      readonly argumentsText?: string;
      /** The caller answers for the call. */
      readonly isApproved: boolean;
    };

export interface McpOptions {
  readonly tools?: readonly string[];
  readonly name?: string;
  /** Absent over stdio. */
  readonly http?: {
    readonly port?: number;
    readonly host?: string;
    readonly allowedHosts: readonly string[];
    readonly allowedOrigins: readonly string[];
  };
}

const COMMANDS: readonly string[] = ["mcp", "inspect", "help"];

const FLAGS = {
  tools: { type: "string" },
  name: { type: "string" },
  http: { type: "boolean" },
  port: { type: "string" },
  host: { type: "string" },
  "allow-host": { type: "string", multiple: true },
  "allow-origin": { type: "string", multiple: true },
  yes: { type: "boolean", short: "y" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof FLAGS }>>["values"];

export function parseCommandLine(words: readonly string[]): CommandLine {
  let parsed: { readonly values: Values; readonly positionals: readonly string[] };
  try {
    parsed = parseArgs({ args: [...words], options: FLAGS, allowPositionals: true });
  } catch (error) {
    return wrongUse(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
  const { values, positionals } = parsed;
  const [command, manifest, ...rest] = positionals;
  if (values.help || command === "help") return { kind: "help" };
  if (values.version) return { kind: "version" };
  if (command === undefined) return wrongUse("Say what to do.");
  if (!COMMANDS.includes(command)) {
    const near = closestNames(command, COMMANDS, 1)[0];
    return wrongUse(`There is no command "${command}".${near ? ` Did you mean ${near}?` : ""}`);
  }
  if (manifest === undefined) return wrongUse(`${command} needs the manifest, such as src/runa.tools.json.`);
  return command === "mcp" ? mcp(manifest, rest, values) : inspect(manifest, rest, values);
}

function mcp(manifest: string, rest: readonly string[], values: Values): CommandLine {
  if (rest.length > 0) return wrongUse(`mcp takes one manifest; "${rest[0]}" is one word too many.`);
  if (values.yes) return wrongUse("--yes goes with inspect.");
  const { port, host, "allow-host": allowedHosts = [], "allow-origin": allowedOrigins = [] } = values;
  const isHttp =
    values.http === true ||
    port !== undefined ||
    host !== undefined ||
    allowedHosts.length > 0 ||
    allowedOrigins.length > 0;
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) < 65_536))
    return wrongUse(`--port takes a number up to 65535, not "${port}".`);
  return {
    kind: "mcp",
    manifest,
    options: {
      ...(values.tools !== undefined && { tools: values.tools.split(",").map((name) => name.trim()) }),
      ...(values.name !== undefined && { name: values.name }),
      ...(isHttp && {
        http: {
          ...(port !== undefined && { port: Number(port) }),
          ...(host !== undefined && { host }),
          allowedHosts,
          allowedOrigins,
        },
      }),
    },
  };
}

function inspect(manifest: string, rest: readonly string[], values: Values): CommandLine {
  const { yes = false, ...others } = values;
  const [flag] = Object.keys(others);
  if (flag !== undefined) return wrongUse(`--${flag} goes with mcp.`);
  const [tool, argumentsText, more] = rest;
  if (more !== undefined) return wrongUse(`inspect takes a tool and its arguments as one word of JSON; quote it.`);
  return {
    kind: "inspect",
    manifest,
    ...(tool !== undefined && { tool }),
    ...(argumentsText !== undefined && { argumentsText }),
    isApproved: yes,
  };
}

function wrongUse(message: string): CommandLine {
  return { kind: "wrong-use", message };
}
