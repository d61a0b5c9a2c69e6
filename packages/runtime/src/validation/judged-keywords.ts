/**
 * `$ref` and `anyOf` that give a verdict and nothing more.
 *
 * ajv goes through all branches of a union, each down to the leaves, so a value of a recursive union takes time that
 * doubles with every level: thirty levels, half a kilobyte of JSON, would keep a process busy for hours. Recursion always
 * passes a reference; where its verdicts are remembered, the time grows with the size of the value.
 *
 * What is not met is one issue, without those below it, of which ajv would make several for each branch and item:
 * `explainIssues` looks there itself, where it needs to.
 *
 * For schemas whose references lead to their own definitions and which ask nothing of unevaluated properties, as all that
 * `runa-gen` writes.
 */
import type { FuncKeywordDefinition } from "ajv/dist/2020.js";
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

/** Gives the same function for the same object. */
export type CompileSchema = (schema: JsonSchema) => (value: unknown) => boolean;

export function judgedReference(compile: CompileSchema, verdicts: Verdicts): FuncKeywordDefinition {
  return {
    keyword: "$ref",
    schemaType: "string",
    errors: false,
    compile: (reference: string, _parent, it) => {
      const root = rootOf(it.schemaEnv.root.schema as JsonSchema);
      const target = resolve(root, { $ref: reference });
      // Compiled on first use: a recursive schema would never end otherwise.
      const judge = (value: unknown): boolean => compile(withDefinitions(root, target))(value);
      return (value: unknown): boolean => {
        if (typeof value !== "object" || value === null) return judge(value);
        return verdicts.during(() => verdicts.of(target, value, () => judge(value)));
      };
    },
  };
}

export function judgedUnion(compile: CompileSchema): FuncKeywordDefinition {
  return {
    keyword: "anyOf",
    schemaType: "array",
    errors: false,
    compile: (anyOf: readonly JsonSchema[], parent: JsonSchema, it) => {
      const union: JsonSchema = { ...(parent.type !== undefined && { type: parent.type }), anyOf };
      const schema = withDefinitions(rootOf(it.schemaEnv.root.schema as JsonSchema), union);
      return (value: unknown): boolean => compile(schema)(value);
    },
  };
}
