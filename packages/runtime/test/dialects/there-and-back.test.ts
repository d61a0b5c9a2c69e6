import Ajv2020 from "ajv/dist/2020.js";
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

const SEED = 20_261_130;

function lowerParameters(parameters: unknown, dialect: Dialect): LoweredTool {
  return lower({ name: "a_tool", description: "Does it.", parameters: parameters as never }, dialect);
}

function restored({ restore }: LoweredTool, sent: JsonValue): JsonValue {
  return restore ? restore(sent) : sent;
}

type Accepts = (value: unknown) => boolean;

function accepts(schema: JsonSchema): Accepts {
  const ajv = new Ajv2020.default({
    strict: false,
    ownProperties: true,
    validateSchema: false,
    code: { optimize: false },
  });
  return ajv.compile(schema);
}

/** Compiling takes far longer than lowering: each random schema is compiled once, and once more where it was changed. */
function forEachDialect(
  parameters: JsonSchema,
  check: (lowered: LoweredTool, acceptsNeutral: Accepts, acceptsLowered: () => Accepts) => void,
): void {
  const acceptsNeutral = accepts(parameters);
  for (const dialect of DIALECTS) {
    const lowered = lowerParameters(parameters, dialect);
    const { parameters: schema } = lowered.definition;
    check(lowered, acceptsNeutral, () => (schema === parameters ? acceptsNeutral : accepts(schema)));
  }
}

describe("lowering, there and back", () => {
  it("gives every argument back that a model sent as the lowered schema asks (A17)", () => {
    fc.assert(
      fc.property(randomParameters({ tuples: true }), fc.nat(), (parameters, seed) => {
        forEachDialect(parameters, (lowered, acceptsNeutral, acceptsLowered) => {
          expect(violationsOf(lowered.definition.parameters, lowered.dialect)).toEqual([]);
          const isAccepted = acceptsLowered();
          const calls = fc.sample(callsOf(parameters, parameters, lowered.dialect), { numRuns: 8, seed });
          for (const { value, sent } of calls) {
            expect(acceptsNeutral(value)).toBe(true);
            expect(isAccepted(sent)).toBe(true);
            expect(restored(lowered, sent)).toEqual(value);
          }
        });
      }),
      { numRuns: 30, seed: SEED },
    );
  });

  it("accepts nothing that the neutral schema refuses, where it lost nothing (A17)", () => {
    fc.assert(
      fc.property(randomParameters({ tuples: false }), fc.nat(), (parameters, seed) => {
        forEachDialect(parameters, (lowered, acceptsNeutral) => {
          if (lowered.lost.length > 0) return;
          const { parameters: schema } = lowered.definition;
          for (const { value } of fc.sample(callsOf(schema, schema, "as-is"), { numRuns: 8, seed })) {
            expect(acceptsNeutral(restored(lowered, value))).toBe(true);
          }
        });
      }),
      { numRuns: 60, seed: SEED },
    );
  });
});

describe.each(DIALECTS)("%s", (dialect: Dialect) => {
  it("takes any JSON for a schema without throwing, and what it makes is accepted", () => {
    fc.assert(
      fc.property(nonsense, fc.jsonValue({ maxDepth: 3 }), (schema, value) => {
        const parameters = typeof schema === "object" && schema !== null && !Array.isArray(schema) ? schema : {};
        const lowered = lowerParameters(parameters, dialect);
        expect(violationsOf(lowered.definition.parameters, lowered.dialect)).toEqual([]);
        restored(lowered, value as JsonValue);
      }),
      { numRuns: 400, seed: SEED },
    );
  });

  it.each([...GENERATED, ...FOREIGN])("leaves arguments for $name callable that a lax model sent (A17)", (given) => {
    const lowered = lowerParameters(given.parameters, dialect);
    for (const value of given.accepts) expect(restored(lowered, value as JsonValue)).toEqual(value);
  });
});
