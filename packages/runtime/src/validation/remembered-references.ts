/**
 * `$ref` that judges each part of a value once. ajv goes through all branches of a union, each down to the leaves, so a value
 * of a recursive union takes time that doubles with every level: thirty levels, half a kilobyte of JSON, would keep a
 * process busy for hours. Recursion always passes a reference; where its verdicts are remembered, the time grows with the
 * size of the value.
 *
 * A reference that is not met is one issue, without those below it: `explainIssues` looks there itself.
 */
import type { Ajv2020, FuncKeywordDefinition, ValidateFunction } from "ajv/dist/2020.js";
import type { JsonSchema } from "../manifest/index.ts";
import { resolve, rootOf, withDefinitions } from "./references.ts";

/** Verdicts hold for as long as nobody could have changed the value: while one validation, or one explanation, goes on. */
export class Verdicts {
  readonly #byTarget = new Map<JsonSchema, Map<object, boolean>>();
  #depth = 0;

  /** Verdicts of this part of the work are kept until the outermost one ends. */
  during<T>(work: () => T): T {
    this.#depth++;
    try {
      return work();
    } finally {
      this.#depth--;
      if (this.#depth === 0) this.#byTarget.clear();
    }
  }

  of(target: JsonSchema, value: object, judge: () => boolean): boolean {
    let verdicts = this.#byTarget.get(target);
    if (!verdicts) {
      verdicts = new Map();
      this.#byTarget.set(target, verdicts);
    }
    const known = verdicts.get(value);
    if (known !== undefined) return known;
    const verdict = judge();
    verdicts.set(value, verdict);
    return verdict;
  }
}

/** For schemas whose references lead to their own definitions, as all that `runa-gen` writes do. */
export function rememberedReferences(ajv: Ajv2020, verdicts: Verdicts): FuncKeywordDefinition {
  const compiled = new WeakMap<JsonSchema, ValidateFunction>();
  const compile = (root: JsonSchema, target: JsonSchema): ValidateFunction => {
    const known = compiled.get(target);
    if (known) return known;
    const schema = withDefinitions(root, target);
    const validate = ajv.compile(schema);
    ajv.removeSchema(schema);
    compiled.set(target, validate);
    return validate;
  };
  return {
    keyword: "$ref",
    schemaType: "string",
    errors: false,
    compile: (reference: string, _parent, it) => {
      const root = rootOf(it.schemaEnv.root.schema as JsonSchema);
      const target = resolve(root, { $ref: reference });
      // Compiled on first use: a recursive schema would never end otherwise.
      return (value: unknown, context?: Parameters<ValidateFunction>[1]): boolean => {
        const judge = (): boolean => compile(root, target)(value, context);
        if (typeof value !== "object" || value === null) return judge();
        return verdicts.during(() => verdicts.of(target, value, judge));
      };
    },
  };
}
