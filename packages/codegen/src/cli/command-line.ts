/**
 * From the words of a command line to what is asked for. `parseArgs` of Node suffices: a library would cost more time to
 * load than a run without changes takes.
 */
import { parseArgs } from "node:util";
import type { Dialect } from "@runa/runtime/manifest";
import { closestName } from "../diagnostics/closest-name.ts";
import { EXPORT_FORMATS, type ExportFormat, TARGETS } from "../manifest/dialect-names.ts";
import { IMPORT_EXTENSIONS, type ImportExtension } from "../manifest/import-specifier.ts";

export const COMMANDS = ["generate", "check", "watch", "list", "lint", "diff", "export"] as const;
export type CommandName = (typeof COMMANDS)[number];

export const FORMATS = ["pretty", "github", "json"] as const;
export type Format = (typeof FORMATS)[number];

export type CommandLine =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  /** `message` is one line for the developer, who is then shown the usage. */
  | { readonly kind: "wrong-use"; readonly message: string }
  | { readonly kind: "run"; readonly command: CommandName; readonly options: CommandOptions };

/** What stands on the command line, and nothing that a config file or a default may say. */
export interface CommandOptions {
  readonly entries: readonly string[];
  readonly out?: string;
  readonly project?: string;
  readonly binding?: boolean;
  readonly importExtension?: ImportExtension;
  readonly strict?: boolean;
  readonly maxTokens?: number;
  readonly targets?: readonly Dialect[];
  readonly against?: string;
  /** For `export`: the form of the definitions. */
  readonly exportFormat?: ExportFormat;
  readonly format: Format;
  readonly cache: boolean;
  readonly notes: boolean;
}

const FLAGS = {
  out: { type: "string" },
  project: { type: "string" },
  binding: { type: "boolean" },
  "import-extension": { type: "string" },
  check: { type: "boolean" },
  watch: { type: "boolean" },
  strict: { type: "boolean" },
  format: { type: "string" },
  cache: { type: "boolean" },
  notes: { type: "boolean" },
  "max-tokens": { type: "string" },
  target: { type: "string" },
  against: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

/**
 * @param isThere Whether an entry names a file or folder: what does, is no misspelt command.
 */
export function parseCommandLine(
  words: readonly string[],
  isThere: (entry: string) => boolean = () => false,
): CommandLine {
  const parsed = parseWords(words);
  if (typeof parsed === "string") return wrongUse(parsed);
  const { values, positionals } = parsed;
  if (values.help || positionals[0] === "help") return { kind: "help" };
  if (values.version) return { kind: "version" };

  const named = SUBCOMMANDS.find((name) => name === positionals[0]);
  if (values.check && values.watch)
    return wrongUse("--check and --watch exclude each other: one writes nothing, the other writes on every change.");
  if (named && (values.check || values.watch))
    return wrongUse(`--${values.check ? "check" : "watch"} does not go with "${named}".`);
  const meant = named ? undefined : meantCommand(positionals[0], isThere);
  if (meant !== undefined) return wrongUse(`There is no file "${positionals[0]}". Did you mean ${meant}?`);
  const command = named ?? (values.check ? "check" : values.watch ? "watch" : "generate");

  const exportFormat = command === "export" ? EXPORT_FORMATS.find((name) => name === values.format) : undefined;
  if (command === "export" && values.format === undefined)
    return wrongUse(`export needs --format, one of ${EXPORT_FORMATS.join(", ")}.`);
  if (command === "export" && !exportFormat)
    return wrongUse(oneOf("--format of export", values.format, EXPORT_FORMATS));
  const format = command === "export" ? "pretty" : FORMATS.find((name) => name === (values.format ?? "pretty"));
  if (!format) return wrongUse(oneOf("--format", values.format, FORMATS));
  if (format !== "pretty" && (command === "list" || command === "diff" || command === "watch"))
    return wrongUse(`--format ${format} is for findings; "${command}" prints for people.`);
  if (values.against !== undefined && command !== "diff") return wrongUse('--against goes with "diff" only.');

  const extension = values["import-extension"]?.replace(/^\./, "");
  const importExtension = IMPORT_EXTENSIONS.find((name) => name === extension);
  if (extension !== undefined && !importExtension)
    return wrongUse(oneOf("--import-extension", extension, IMPORT_EXTENSIONS));

  const targets = values.target?.split(",").map((name) => name.trim());
  const strange = targets?.find((name) => !isTarget(name));
  if (targets && !targets.every(isTarget)) return wrongUse(oneOf("--target", strange, TARGETS));

  const maxTokens = values["max-tokens"] === undefined ? undefined : Number(values["max-tokens"]);
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens > 0))
    return wrongUse(`--max-tokens takes a whole number above zero, not "${values["max-tokens"]}".`);
  if (values.out !== undefined && !values.out.endsWith(".json"))
    return wrongUse(`--out names the manifest, a .json file, not "${values.out}".`);

  return {
    kind: "run",
    command,
    options: {
      entries: named ? positionals.slice(1) : positionals,
      ...(values.out !== undefined && { out: values.out }),
      ...(values.project !== undefined && { project: values.project }),
      ...(values.binding !== undefined && { binding: values.binding }),
      ...(importExtension && { importExtension }),
      ...(values.strict !== undefined && { strict: values.strict }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(targets && { targets }),
      ...(exportFormat && { exportFormat }),
      ...(values.against !== undefined && { against: values.against }),
      format,
      cache: values.cache ?? true,
      notes: values.notes ?? command === "lint",
    },
  };
}

const SUBCOMMANDS: readonly CommandName[] = ["list", "lint", "diff", "export"];

function meantCommand(word: string | undefined, isThere: (entry: string) => boolean): string | undefined {
  if (word === undefined || !/^[a-z]+$/i.test(word)) return undefined;
  const meant = closestName(word, [...SUBCOMMANDS, "check", "watch"]);
  if (meant === undefined || isThere(word)) return undefined;
  return meant === "check" || meant === "watch" ? `--${meant}` : `the command ${meant}`;
}

function parseWords(words: readonly string[]): ReturnType<typeof parseStrictly> | string {
  try {
    return parseStrictly(words);
  } catch (error) {
    const unknown = words.find((word) => word.startsWith("-") && !isKnown(word));
    if (unknown === undefined) return error instanceof Error ? (error.message.split(/[.\n] /)[0] ?? "") : String(error);
    const name = unknown.replace(/=.*$/s, "");
    const meant = closestName(name, Object.keys(FLAGS).flatMap(spellings));
    return `There is no option ${name}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
  }
}

// The result type of `parseArgs` follows from its argument, and has no name of its own.
function parseStrictly(words: readonly string[]) {
  return parseArgs({ args: [...words], options: FLAGS, allowPositionals: true, allowNegative: true });
}

function isKnown(word: string): boolean {
  const name = word.replace(/=.*$/s, "");
  return name === "--" || name === "-h" || name === "-v" || Object.keys(FLAGS).flatMap(spellings).includes(name);
}

function isTarget(name: string): name is Dialect {
  return TARGETS.some((target) => target === name);
}

function spellings(flag: string): readonly string[] {
  return FLAGS[flag as keyof typeof FLAGS].type === "boolean" ? [`--${flag}`, `--no-${flag}`] : [`--${flag}`];
}

function oneOf(flag: string, value: string | undefined, allowed: readonly string[]): string {
  return `${flag} is one of ${allowed.join(", ")}, not "${value ?? ""}".`;
}

function wrongUse(message: string): CommandLine {
  return { kind: "wrong-use", message };
}
