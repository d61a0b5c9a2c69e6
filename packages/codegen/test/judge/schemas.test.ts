/** A type that is tagged `@schema`: what the binding accepts is what the compiler accepts (I18). */
import { bindSchemas } from "@runa/runtime";
import type { Manifest } from "@runa/runtime/manifest";
import { expect, it } from "vitest";
import { generate } from "../../src/generate.ts";
import { SMALL_TSCONFIG, temporaryProject } from "../support/temporary-project.ts";
import { askCompiler } from "./oracle.ts";

const declaration = `interface Person { name: string; age?: number }
export interface Ticket { title: string; urgency: "low" | "high"; tags?: string[]; assignee: Person | null }`;

/** Every combination; `undefined` is left out. */
const titles = ["Leak", 5, undefined];
const urgencies = ["low", "mid", undefined];
const tags = [["a", "b"], [1], "a", undefined];
const assignees = [
  { name: "Ada" },
  { name: "Ada", age: 36 },
  { name: "Ada", age: "36" },
  {},
  { name: "Ada", x: 1 },
  null,
  undefined,
];
const extras = [undefined, true];

const values = titles.flatMap((title) =>
  urgencies.flatMap((urgency) =>
    tags.flatMap((tag) =>
      assignees.flatMap((assignee) => extras.map((extra) => ({ title, urgency, tags: tag, assignee, extra }))),
    ),
  ),
);

it(`schemas.Ticket says the same as the compiler of ${values.length} values`, async () => {
  const project = temporaryProject({
    "src/ticket.ts": declaration.replace("export interface", "/** @schema */\nexport interface"),
    "tsconfig.json": SMALL_TSCONFIG,
  });
  const { diagnostics } = await generate({ cwd: project.root });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { Ticket } = bindSchemas(JSON.parse(project.read("src/runa.tools.json")) as Manifest);
  const texts = values.map((value) => JSON.stringify(value));
  const compiler = askCompiler(
    [declaration.replace("export ", "")],
    texts.map((valueText) => ({ typeText: "Ticket", valueText })),
  );
  const results = await Promise.all(texts.map((text) => Ticket?.["~standard"].validate(JSON.parse(text))));
  expect(results.map((result) => result?.issues === undefined)).toEqual(compiler);
  expect(compiler.filter(Boolean)).toHaveLength(6);
});
