/** RG5xx: what a provider's dialect cannot carry. Asked for with `--target`. */
import { type CodeEntry, code } from "../code-table.ts";

interface DialectCodes {
  readonly "not-in-dialect": CodeEntry<LossFacts>;
  readonly "lost-in-dialect": CodeEntry<LossFacts>;
  readonly "moved-to-description": CodeEntry<LossFacts>;
}

interface LossFacts {
  readonly tool: string;
  readonly dialect: string;
  /** Where in the parameters; empty for the tool as a whole. */
  readonly pointer: string;
  readonly why: string;
}

function example(target: string, type: string): string {
  return `// runa-gen --target ${target}\n/** Keep.\n * @tool\n * @param value The value */\nexport function keep(value: ${type}): void {}`;
}

export const dialectsCodes: DialectCodes = {
  "not-in-dialect": code({
    code: "RG501",
    severity: "warning",
    strict: "error",
    summary:
      "A tool cannot be said in a strict dialect; it is sent in the provider's plain one, which guarantees less.",
    example: example("openai-strict", "unknown"),
    message: ({ tool, dialect, pointer, why }) => `"${tool}" cannot be sent as ${dialect}${at(pointer)}: ${why}.`,
    fix: () => "Change the type, or do without strict mode for this tool.",
  }),
  "lost-in-dialect": code({
    code: "RG502",
    severity: "warning",
    strict: "error",
    summary:
      "A dialect cannot carry a part of a tool, and the model does not learn of it. Arguments are still validated.",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal type, as text
    example: example("gemini", "`v${number}.${number}`"),
    message: ({ tool, dialect, pointer, why }) => `"${tool}" loses something as ${dialect}${at(pointer)}: ${why}.`,
    fix: () => "Say it in the description of the parameter, or change the type.",
  }),
  "moved-to-description": code({
    code: "RG503",
    severity: "note",
    summary: "A dialect cannot carry a part of a tool; the model reads it in a description instead.",
    example: example("openai-strict", "Uint8Array"),
    message: ({ tool, dialect, pointer, why }) => `"${tool}" changes as ${dialect}${at(pointer)}: ${why}.`,
  }),
};

function at(pointer: string): string {
  return pointer === "" ? "" : `, at ${pointer}`;
}
