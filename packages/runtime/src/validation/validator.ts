/**
 * Validation as the rest of the runtime sees it. The library behind it takes tens of milliseconds to load, so it stands
 * behind `loadValidation` and is loaded on first use.
 */
import type { JsonSchema } from "../manifest/index.ts";

/**
 * Who wrote a schema: `runa-gen`, which is held to strict mode; somebody who may use keywords that nobody knows; or another
 * program, which checks by itself, so that a schema that cannot be compiled is a warning and lets everything pass.
 */
export type SchemaKind = "generated" | "handwritten" | "foreign";

/** One thing that is wrong with a value, in words for a model. */
export interface Problem {
  /** JSON pointer into the value; empty for the value itself. */
  readonly path: string;
  /** `must be integer, not string "2"`. */
  readonly message: string;
  /** The property that a closed object does not know. */
  readonly unknownProperty?: string;
  /** The property that is required and not there. */
  readonly missingProperty?: string;
}

/**
 * **Contract.** A schema object never changes once it was given: what is made of it is kept by its identity.
 */
export interface Validation {
  /** @throws UserError where the schema cannot be compiled. */
  accepts(schema: JsonSchema, kind: SchemaKind, value: unknown): boolean;
  /** All that is wrong with a value that was not accepted. Takes microseconds once warm, milliseconds the first time. */
  explain(schema: JsonSchema, kind: SchemaKind, value: unknown): readonly Problem[];
}

let loaded: Validation | undefined;
let loading: Promise<Validation> | undefined;

export function loadValidation(): Promise<Validation> {
  loading ??= import("./ajv-validator.ts").then(({ createValidation }) => {
    loaded = createValidation();
    return loaded;
  });
  return loading;
}

/** Spares the callers of a hot path a turn of the event loop. */
export function validationIfLoaded(): Validation | undefined {
  return loaded;
}
