import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DIALECTS,
  type Dialect,
  type JsonSchema,
  type JsonValue,
  type LoweredTool,
  lower,
} from "../../src/manifest/index.ts";
import { violationsOf } from "../support/dialect-checkers.ts";
import { callsOf } from "../support/model-calls.ts";
import { FOREIGN, GENERATED } from "../support/neutral-schemas.ts";
import { nonsense, randomParameters } from "../support/random-schemas.ts";

const RUNS = { numRuns: 60, seed: 20_261_130 };

function lowerParameters(parameters: unknown, dialect: Dialect): LoweredTool {
  return lower({ name: "a_tool", description: "Does it.", parameters: parameters as never }, dialect);
}

function restored({ restore }: LoweredTool, sent: JsonValue): JsonValue {
  return restore ? restore(sent) : sent;
}

function accepts(schema: JsonSchema): (value: unknown) => boolean {
  const ajv = new Ajv2020.default({ strict: false, ownProperties: true, validateFormats: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

describe.each(DIALECTS)("%s", (dialect: Dialect) => {
  it("gives every argument back that a model sent as the lowered schema asks (A17)", () => {
    fc.assert(
      fc.property(randomParameters({ tuples: true }), fc.nat(), (parameters, seed) => {
        const lowered = lowerParameters(parameters, dialect);
        expect(violationsOf(lowered.definition.parameters, lowered.dialect)).toEqual([]);
        const acceptsNeutral = accepts(parameters);
        const acceptsLowered = accepts(lowered.definition.parameters);
        for (const { value, sent } of fc.sample(callsOf(parameters, parameters, lowered.dialect), {
          numRuns: 5,
          seed,
        })) {
          expect(acceptsNeutral(value)).toBe(true);
          expect(acceptsLowered(sent)).toBe(true);
          expect(restored(lowered, sent)).toEqual(value);
        }
      }),
      RUNS,
    );
  });

  it("accepts nothing that the neutral schema refuses, where it lost nothing (A17)", () => {
    fc.assert(
      fc.property(randomParameters({ tuples: false }), fc.nat(), (parameters, seed) => {
        const lowered = lowerParameters(parameters, dialect);
        const { parameters: schema } = lowered.definition;
        fc.pre(lowered.lost.length === 0);
        const acceptsNeutral = accepts(parameters);
        for (const { value } of fc.sample(callsOf(schema, schema, "as-is"), { numRuns: 5, seed })) {
          expect(acceptsNeutral(restored(lowered, value))).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it("takes any JSON for a schema without throwing, and what it makes is accepted", () => {
    fc.assert(
      fc.property(nonsense, fc.jsonValue({ maxDepth: 3 }), (schema, value) => {
        const parameters = typeof schema === "object" && schema !== null && !Array.isArray(schema) ? schema : {};
        const lowered = lowerParameters(parameters, dialect);
        expect(violationsOf(lowered.definition.parameters, lowered.dialect)).toEqual([]);
        restored(lowered, value as JsonValue);
      }),
      { ...RUNS, numRuns: 600 },
    );
  });

  it.each([...GENERATED, ...FOREIGN])("leaves arguments for $name callable that a lax model sent (A17)", (given) => {
    const lowered = lowerParameters(given.parameters, dialect);
    for (const value of given.accepts) expect(restored(lowered, value as JsonValue)).toEqual(value);
  });
});
