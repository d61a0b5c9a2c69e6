/**
 * From arguments in their JSON form to what the function receives: walks value and schema together, along the paths that
 * lead to a rich type and no others. JSON is never changed: objects on those paths are copied, the rest is shared.
 */
import { ImpossibleStateError } from "../errors/impossible-state-error.ts";
import type { Conversions, JsonObject, JsonSchema } from "../manifest/index.ts";
import { escapePointer, unescapePointer } from "../manifest/json-pointer.ts";
import type { ArgumentValues } from "../tool/tool.ts";
import { validationIfLoaded } from "../validation/validator.ts";
import { RICH_VALUES } from "./rich-values.ts";

type Convert = (json: unknown, path: string) => unknown;

/**
 * @param root The schema that the pointers lead into.
 * @returns A function for values that the schema accepts. It throws `ConversionError`.
 */
export function createConverter(root: JsonSchema, conversions: Conversions): (json: JsonObject) => ArgumentValues {
  const convert = convertJson(root, conversions);
  return (json) => convert(json) as ArgumentValues;
}

/** The same for a value that need not be an object. */
export function convertJson(root: JsonSchema, conversions: Conversions): (json: unknown) => unknown {
  // Built on first use: a process that binds a thousand tools calls few of them.
  let convert: Convert | undefined;
  return (json) => {
    convert ??= new ConverterBuilder(root, conversions).build(root, "") ?? ((same) => same);
    return convert(json, "");
  };
}

class ConverterBuilder {
  readonly #root: JsonSchema;
  readonly #conversions: Conversions;
  readonly #pointers: readonly string[];
  /** By pointer of a definition; `undefined` while it is being built, which is how recursion shows. */
  readonly #definitions = new Map<string, Convert | undefined>();

  constructor(root: JsonSchema, conversions: Conversions) {
    this.#root = root;
    this.#conversions = conversions;
    this.#pointers = Object.keys(conversions);
  }

  /** Undefined where nothing at or below the schema is converted. */
  build(schema: JsonSchema, pointer: string): Convert | undefined {
    const inner = this.#buildInner(schema, pointer);
    const rich = Object.hasOwn(this.#conversions, pointer) ? this.#conversions[pointer] : undefined;
    if (!rich) return inner;
    const make = RICH_VALUES[rich];
    return inner ? (json, path) => make(inner(json, path), path) : make;
  }

  #buildInner(schema: JsonSchema, pointer: string): Convert | undefined {
    if (typeof schema.$ref === "string") return this.#buildReference(schema.$ref);
    if (!this.#leadsToConversion(schema, pointer)) return undefined;
    const steps: Convert[] = [];
    if (schema.anyOf) add(steps, this.#buildUnion(schema.anyOf, `${pointer}/anyOf`));
    for (const [index, part] of (schema.allOf ?? []).entries())
      add(steps, this.build(part, `${pointer}/allOf/${index}`));
    add(steps, this.#buildObject(schema, pointer));
    add(steps, this.#buildArray(schema, pointer));
    if (steps.length < 2) return steps[0];
    return (json, path) => steps.reduce((value, step) => step(value, path), json);
  }

  /** Below this schema, or in a definition, to which a reference below it may lead. */
  #leadsToConversion(schema: JsonSchema, pointer: string): boolean {
    if (this.#pointers.some((candidate) => candidate.startsWith(`${pointer}/`))) return true;
    return this.#pointers.some((candidate) => candidate.startsWith("/$defs/")) && hasReference(schema);
  }

  #buildReference(reference: string): Convert | undefined {
    const pointer = reference.slice(1);
    if (this.#definitions.has(pointer)) {
      // Inside its own definition: what it will be is known when the first value arrives.
      return (json, path) => (this.#definitions.get(pointer) ?? same)(json, path);
    }
    const target = pointer === "" ? this.#root : this.#root.$defs?.[unescapePointer(pointer.slice("/$defs/".length))];
    if (!target) return undefined;
    this.#definitions.set(pointer, undefined);
    const convert = this.build(target, pointer);
    this.#definitions.set(pointer, convert);
    return convert;
  }

  #buildObject(schema: JsonSchema, pointer: string): Convert | undefined {
    const properties = new Map<string, Convert>();
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      const convert = this.build(part, `${pointer}/properties/${escapePointer(name)}`);
      if (convert) properties.set(name, convert);
    }
    const patterns: { readonly pattern: RegExp; readonly convert: Convert }[] = [];
    for (const [source, part] of Object.entries(schema.patternProperties ?? {})) {
      const convert = this.build(part, `${pointer}/patternProperties/${escapePointer(source)}`);
      if (convert) patterns.push({ pattern: new RegExp(source, "u"), convert });
    }
    const others =
      typeof schema.additionalProperties === "object"
        ? this.build(schema.additionalProperties, `${pointer}/additionalProperties`)
        : undefined;
    if (properties.size === 0 && patterns.length === 0 && !others) return undefined;
    const converterOf = (name: string): Convert | undefined => {
      const convert = properties.get(name) ?? patterns.find(({ pattern }) => pattern.test(name))?.convert;
      return convert ?? (Object.hasOwn(schema.properties ?? {}, name) ? undefined : others);
    };
    return (json, path) => {
      if (typeof json !== "object" || json === null || Array.isArray(json)) return json;
      const converted: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(json)) {
        const convert = converterOf(name);
        converted[name] = convert ? convert(value, `${path}/${escapePointer(name)}`) : value;
      }
      return converted;
    };
  }

  #buildArray(schema: JsonSchema, pointer: string): Convert | undefined {
    const first = (schema.prefixItems ?? []).map((part, index) => this.build(part, `${pointer}/prefixItems/${index}`));
    const rest = typeof schema.items === "object" ? this.build(schema.items, `${pointer}/items`) : undefined;
    if (!rest && first.every((convert) => convert === undefined)) return undefined;
    return (json, path) => {
      if (!Array.isArray(json)) return json;
      return json.map((item: unknown, index) => {
        const convert = index < first.length ? first[index] : rest;
        return convert ? convert(item, `${path}/${index}`) : item;
      });
    };
  }

  #buildUnion(branches: readonly JsonSchema[], pointer: string): Convert | undefined {
    const built = branches.map((schema, index) => ({ schema, convert: this.build(schema, `${pointer}/${index}`) }));
    if (built.every(({ convert }) => convert === undefined)) return undefined;
    // A plain member of the union takes the value as it is, so those are asked first.
    const ordered = [...built.filter(({ convert }) => !convert), ...built.filter(({ convert }) => convert)].map(
      ({ schema, convert }) => ({
        convert,
        types: typesOf(schema),
        schema: { ...schema, ...(this.#root.$defs && { $defs: this.#root.$defs }) },
      }),
    );
    return (json, path) => {
      const possible = ordered.filter(({ types }) => !types || fitsType(types, json));
      // The union accepted the value, so the only branch that can be meant needs no second validation.
      const branch = possible.length === 1 ? possible[0] : possible.find(({ schema }) => accepts(schema, json));
      return branch?.convert ? branch.convert(json, path) : json;
    };
  }
}

function same(json: unknown): unknown {
  return json;
}

function add(steps: Convert[], step: Convert | undefined): void {
  if (step) steps.push(step);
}

function hasReference(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return "$ref" in schema || Object.values(schema).some(hasReference);
}

/** Undefined where the schema names no type, as behind a reference. */
function typesOf({ type }: JsonSchema): readonly string[] | undefined {
  return type === undefined || typeof type === "object" ? type : [type];
}

function fitsType(types: readonly string[], json: unknown): boolean {
  if (json === null) return types.includes("null");
  if (Array.isArray(json)) return types.includes("array");
  if (typeof json === "number")
    return types.includes("number") || (types.includes("integer") && Number.isInteger(json));
  return types.includes(typeof json);
}

function accepts(schema: JsonSchema, json: unknown): boolean {
  const validation = validationIfLoaded();
  if (!validation) throw new ImpossibleStateError("Arguments were converted before they were validated");
  return validation.accepts(schema, "generated", json);
}
