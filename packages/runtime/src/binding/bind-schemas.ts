/** From the `@schema` types of a manifest to values that a program can check against. */
import { ConversionError } from "../errors/conversion-error.ts";
import { UserError } from "../errors/user-error.ts";
import type { Conversions, JsonSchema, Manifest, ManifestSchema } from "../manifest/index.ts";
import { unescapePointer } from "../manifest/json-pointer.ts";
import { loadValidation, type Problem, type SchemaKind } from "../validation/validator.ts";
import { assertSchemas } from "./assert-manifest.ts";
import { assertVersion } from "./bind-tools.ts";
import { convertJson } from "./convert-arguments.ts";

/**
 * A type tagged `@schema`. Also a Standard Schema, so that other libraries take it.
 *
 * @see https://standardschema.dev
 */
export interface Schema<T = unknown> {
  readonly name: string;
  readonly schema: JsonSchema;
  /**
   * A value in its JSON form to a `T`: a text becomes a `Date` where the type has one.
   *
   * @throws UserError that lists what is wrong.
   */
  parse(json: unknown): Promise<T>;
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "runa";
    readonly validate: (value: unknown) => Promise<StandardResult<T>>;
    readonly types?: { readonly input: JsonForm<T>; readonly output: T };
  };
}

/** What a value is before it is read: a text where there is a `Date`, a list where there is a `Set`. */
export type JsonForm<T> = T extends Date | URL | Uint8Array
  ? string
  : T extends bigint
    ? number
    : // Before the set, whose type a map fits: only the map has `get`.
      T extends ReadonlyMap<string, infer Value>
      ? { readonly [key: string]: JsonForm<Value> }
      : T extends ReadonlySet<infer Member>
        ? readonly JsonForm<Member>[]
        : T extends string | number | boolean
          ? Unbranded<T>
          : T extends object
            ? { [Key in keyof T]: JsonForm<T[Key]> }
            : T;

/** A brand is for the compiler only: nothing outside can say it. Literals are no objects, and stay. */
type Unbranded<T> = T extends object ? (T extends string ? string : T extends number ? number : boolean) : T;

type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  /** Names of properties, and numbers of items. A property that is missing, or unknown, is its last part. */
  readonly path: readonly (string | number)[];
}

/** @internal A value as its type has it, or what is wrong with its JSON form. */
export type SchemaReading = { readonly value: unknown } | { readonly problems: readonly Problem[] };

/** A symbol that all copies of the package share. `~standard` tells nothing: others put it on their JSON Schemas too. */
const brand: unique symbol = Symbol.for("runa.schema");

/** @internal A schema as the rest of the runtime sees it. */
export interface BoundSchema<T = unknown> extends Schema<T> {
  readonly [brand]: true;
  readonly kind: SchemaKind;
  readonly convert?: Conversions;
  /** As `parse`, with what is wrong as data. */
  readonly read: (json: unknown) => Promise<SchemaReading>;
  /**
   * Rejects where nothing can be checked against the schema: also where it refers to itself and nothing else, which can be
   * compiled, but never comes to an end.
   */
  readonly tryOut: () => Promise<void>;
}

/** @internal */
export function isSchema(value: unknown): value is BoundSchema {
  return typeof value === "object" && value !== null && brand in value;
}

/**
 * Makes the schemas of a manifest. The generated binding says the exact type: `const schemas: Schemas = bindSchemas(…)`.
 *
 * @throws UserError for an unknown version, and for what is no manifest.
 */
export function bindSchemas<Schemas extends object = { readonly [name: string]: Schema }>(manifest: Manifest): Schemas {
  assertVersion(manifest, "The binding");
  assertSchemas(manifest, "The binding");
  const schemas: Record<string, Schema> = Object.create(null);
  for (const [name, entry] of Object.entries(manifest.schemas)) schemas[name] = bindSchema(name, entry);
  // The binding was written beside the manifest; `runa-gen --check` and `tsc` hold the two together.
  return schemas as Schemas;
}

/** @internal From a JSON Schema that somebody wrote. */
export function createSchema(name: string, schema: JsonSchema): BoundSchema {
  return bindSchema(name, { schema }, "handwritten");
}

function bindSchema(name: string, { schema, convert }: ManifestSchema, kind: SchemaKind = "generated"): BoundSchema {
  const fromJson = convert ? convertJson(schema, convert) : (json: unknown) => json;
  const read = async (json: unknown): Promise<SchemaReading> => {
    const validation = await loadValidation();
    try {
      if (validation.accepts(schema, kind, json)) return { value: fromJson(json) };
      return { problems: validation.explain(schema, kind, json) };
    } catch (error) {
      if (error instanceof ConversionError) return { problems: [{ path: error.path, message: error.problem }] };
      // A value can nest deeper than the validator of a recursive schema can call itself.
      if (error instanceof RangeError) return { problems: [{ path: "", message: "is nested too deeply" }] };
      throw error;
    }
  };
  const validate = async (json: unknown): Promise<StandardResult<unknown>> => {
    const result = await read(json);
    return "value" in result ? result : { issues: result.problems.map((problem) => toIssue(problem, json)) };
  };
  return Object.freeze({
    [brand]: true as const,
    name,
    schema,
    parse: async (json: unknown) => {
      const result = await read(json);
      if ("value" in result) return result.value;
      throw new UserError(
        "RUNA_SCHEMA_MISMATCH",
        `The value is no ${name}: ${result.problems.map(lineOf).join("; ")}.`,
      );
    },
    "~standard": { version: 1, vendor: "runa", validate } as const,
    kind,
    ...(convert && { convert }),
    read,
    tryOut: async () => void (await loadValidation()).accepts(schema, kind, {}),
  });
}

/** `/steps/0 must have property 'done'`. */
export function lineOf({ path, message }: Problem): string {
  return `${path || "/"} ${message}`;
}

function toIssue({ path, message, missingProperty, unknownProperty }: Problem, json: unknown): StandardIssue {
  const property = missingProperty ?? unknownProperty;
  return { message, path: [...partsOf(path, json), ...(property === undefined ? [] : [property])] };
}

/** Places in lists are numbers: libraries for forms find the field by them. */
function partsOf(pointer: string, json: unknown): readonly (string | number)[] {
  let owner = json;
  return pointer
    .split("/")
    .slice(1)
    .map((part) => {
      const key = unescapePointer(part);
      const isPlace = Array.isArray(owner);
      owner = typeof owner === "object" && owner !== null ? Reflect.get(owner, key) : undefined;
      return isPlace ? Number(key) : key;
    });
}
