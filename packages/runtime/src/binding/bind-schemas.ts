/** From the `@schema` types of a manifest to values that a program can check against. */
import { ConversionError } from "../errors/conversion-error.ts";
import { UserError } from "../errors/user-error.ts";
import type { JsonSchema, Manifest, ManifestSchema } from "../manifest/index.ts";
import { unescapePointer } from "../manifest/json-pointer.ts";
import { loadValidation, type SchemaKind } from "../validation/validator.ts";
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
  | { readonly issues: readonly { readonly message: string; readonly path: readonly (string | number)[] }[] };

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
export function createSchema(name: string, schema: JsonSchema): Schema {
  return bindSchema(name, { schema }, "handwritten");
}

function bindSchema(name: string, { schema, convert }: ManifestSchema, kind: SchemaKind = "generated"): Schema {
  const fromJson = convert ? convertJson(schema, convert) : (json: unknown) => json;
  const validate = async (json: unknown): Promise<StandardResult<unknown>> => {
    const validation = await loadValidation();
    try {
      if (validation.accepts(schema, kind, json)) return { value: fromJson(json) };
      const problems = validation.explain(schema, kind, json);
      return { issues: problems.map(({ path, message }) => ({ message, path: partsOf(path, json) })) };
    } catch (error) {
      if (error instanceof ConversionError)
        return { issues: [{ message: error.problem, path: partsOf(error.path, json) }] };
      // A value can nest deeper than the validator of a recursive schema can call itself.
      if (error instanceof RangeError) return { issues: [{ message: "is nested too deeply", path: [] }] };
      throw error;
    }
  };
  return Object.freeze({
    name,
    schema,
    parse: async (json: unknown) => {
      const result = await validate(json);
      if (!result.issues) return result.value;
      const problems = result.issues.map(({ path, message }) => `/${path.join("/")} ${message}`);
      throw new UserError("RUNA_SCHEMA_MISMATCH", `The value is no ${name}: ${problems.join("; ")}.`);
    },
    "~standard": { version: 1, vendor: "runa", validate } as const,
  });
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
