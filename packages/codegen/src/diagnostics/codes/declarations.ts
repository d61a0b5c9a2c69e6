/** RG1xx: how a function is marked, named, declared and documented. */
import { type CodeEntry, code } from "../code-table.ts";

interface DeclarationCodes {
  readonly "missing-description": CodeEntry<{ readonly tool: string }>;
}

export const declarationsCodes: DeclarationCodes = {
  "missing-description": code({
    code: "RG101",
    severity: "note",
    strict: "error",
    summary: "A tool has no doc comment, so the model learns nothing but its name and parameters.",
    example: "/** @tool */\nexport function ping(host: string): void {}",
    message: ({ tool }) => `"${tool}" has no description.`,
    fix: () => "Begin its doc comment with a sentence that says what it does and when to use it.",
  }),
};
