/** What the types of real packages turned up, told again by small ones of our own. */
import { expect, it } from "vitest";
import type { Diagnostic } from "../src/diagnostics/diagnostic.ts";
import { generate } from "../src/generate.ts";
import { temporaryProject } from "./support/temporary-project.ts";

async function generateFrom(files: Readonly<Record<string, string>>) {
  const result = await generate({ cwd: temporaryProject(files).root });
  const [tool] = result.manifest.tools;
  return { ...result, parameters: tool?.function.parameters, texts: result.diagnostics.map(textOf) };
}

function textOf({ severity, code, message, fix = "" }: Diagnostic): string {
  return `${severity} ${code} ${message} ${fix}`.trim();
}

const somePackage = (declarations: string) => ({
  "node_modules/some-package/package.json": '{"name":"some-package","version":"1.0.0","types":"index.d.ts"}',
  "node_modules/some-package/index.d.ts": declarations,
});

it("sums up the doc tags of a package that say nothing to a schema in one note: its user cannot change them", async () => {
  const { texts, ok } = await generateFrom({
    ...somePackage(`export interface RunOptions {
  /** Where. @default process.cwd() */
  cwd?: string;
  /**
   * How long.
   * @default \`60 * 1000\` milliseconds
   */
  timeout?: number;
  /**
   * How often.
   * @minimum one
   */
  retries?: number;
}`),
    "src/run.ts":
      'import type { RunOptions } from "some-package";\n/** Run.\n * @tool\n * @param options How */\nexport function run(options: RunOptions): void { void options; }\n',
  });
  expect(ok).toBe(true);
  expect(texts).toEqual([
    'note RG127 2 doc tags in "some-package" are dropped, @default of "options.timeout" first: they are no values that a schema can hold.',
  ]);
});

const items = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => `  /** ${text} */\n  ${"abcdefghij"[index % 10]}${index}?: string;`).join(
    "\n",
  );

it("says of a definition of more than 20 000 tokens how large it is, and which property costs most", async () => {
  const { texts, ok } = await generateFrom({
    "src/send.ts": `interface Block { text: string; fields: Fields; inside?: Block[] }
interface Fields {
${items(900, "One of many fields, with a text that goes on for a while.")}
}
interface Footer {
${items(100, "One of the fields of the footer.")}
}
interface Message { blocks: Block[]; attachments: Block[]; footer: Footer }
/** Send.
 * @tool
 * @param message The message */
export function send(message: Message): void { void message; }
`,
  });
  expect(ok).toBe(true);
  expect(texts).toEqual([
    expect.stringMatching(
      /^warning RG210 The definition of "send" takes about 2\d{4} tokens of every request\. "message\.blocks\[\]\.fields" costs most: about 2\d{4} of them\. Take a smaller type/,
    ),
  ]);
});

it("has nothing to say of a definition that is just not too large", async () => {
  const { texts } = await generateFrom({
    "src/send.ts": `interface Fields {
${items(700, "One of many fields, with a text that goes on for a while.")}
}
/** Send.
 * @tool
 * @param fields The fields */
export function send(fields: Fields): void { void fields; }
`,
  });
  expect(texts).toEqual([]);
});
