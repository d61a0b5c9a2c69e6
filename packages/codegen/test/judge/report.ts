/** A disagreement in words, and as a test to paste. */
import { askSchemas, printTool, toArguments } from "./ask-schema.ts";
import type { Disagreement } from "./judge.ts";
import { declarationsOf } from "./judged-type.ts";
import { writeValue } from "./write-value.ts";

export function formatDisagreement(disagreement: Disagreement): string {
  const { type } = disagreement;
  const source = declarationsOf(type).join("\n");
  if (disagreement.kind === "finding") {
    return `The project cannot say a type that it should:\n\n${printTool(type)}\n\n${disagreement.message}\n`;
  }
  const { value, compilerAccepts } = disagreement;
  const [verdict] = askSchemas([type]);
  const schema = verdict?.kind === "schema" ? JSON.stringify(verdict.schema) : "none";
  const [who, other] = compilerAccepts ? ["compiler", "schema"] : ["schema", "compiler"];
  return [
    `The ${who} accepts a value that the ${other} refuses:`,
    "",
    source,
    `(${writeValue(type.structure, value, type.name)}) satisfies ${type.name};`,
    "",
    `schema: ${schema}`,
    `call:   ${printTool({ ...type, declarations: [] })}`,
    `with:   ${toArguments(JSON.stringify(value), type.signature)}`,
    "",
    "As a test, in packages/codegen/test/judge/found.test.ts:",
    "",
    `  agrees(${JSON.stringify(source)}, ${JSON.stringify(type.name)}, [`,
    `    [${JSON.stringify(JSON.stringify(value))}, ${JSON.stringify(writeValue(type.structure, value, type.name))}],`,
    "  ]);",
    "",
  ].join("\n");
}
