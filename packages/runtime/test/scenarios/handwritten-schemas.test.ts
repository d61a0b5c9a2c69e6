/** Tools and answers by schemas that a person wrote: other drafts, and schemas that cannot be used (A18, I18). */
import { Agent, type Run, tool } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";

function callOnce(parameters: object, args: object): Promise<Run> {
  const given = tool.fromSchema({
    name: "given",
    description: "",
    parameters: parameters as { type: "object" },
    execute: (values) => JSON.stringify(values),
  });
  const model = new ScriptedModel([{ toolCalls: [{ name: "given", arguments: args as never }] }, "ok"]);
  return new Agent({ name: "x", model, tools: [given] }).run("go");
}

describe("tool.fromSchema", () => {
  const older = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    definitions: { size: { type: "number" } },
    properties: {
      size: { $ref: "#/definitions/size" },
      pair: { type: "array", items: [{ type: "string" }, { type: "number" }], additionalItems: false },
    },
  };

  it("reads draft-07, tuples and all", async () => {
    expect((await callOnce(older, { size: 1, pair: ["a", 2] })).toolCalls[0]?.text).toBe('{"size":1,"pair":["a",2]}');
    expect((await callOnce(older, { size: "1", pair: ["a", "b", "c"] })).toolCalls[0]?.text).toMatch(
      /\/size must be number.*\/pair .*; \/pair\/1 must be number/,
    );
  });

  it("holds arguments to a schema with ajv's own $async, too", async () => {
    const asynchronous = { $async: true, type: "object", properties: { size: { type: "number" } } };
    expect((await callOnce(asynchronous, { size: "1" })).toolCalls[0]?.text).toMatch(/\/size must be number/);
  });

  it("names the tool whose schema cannot be used", async () => {
    const broken = { type: "object", properties: { size: { type: "strnig" } } };
    expect(await callOnce(broken, { size: 1 })).toMatchObject({
      status: "error",
      error: {
        code: "RUNA_INVALID_SCHEMA",
        message: expect.stringMatching(/^Tool "given": A schema cannot be compiled/),
      },
    });
  });
});
