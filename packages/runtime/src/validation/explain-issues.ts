/**
 * From a value that was refused to what is wrong with it. ajv reports every branch of a union; a model that is told of
 * branches it never meant corrects the wrong thing. So a union is explained by the one branch that was meant, and only
 * where that cannot be known by the choice there was.
 */
import type { ErrorObject } from "ajv/dist/2020.js";
import type { JsonSchema } from "../manifest/index.ts";
import { escapePointer } from "../manifest/json-pointer.ts";
import { alternatives, describeValue, typeOf } from "./describe-value.ts";
import { inBrief, oneOf, textOfIssue } from "./issue-texts.ts";
import { resolve, withDefinitions } from "./references.ts";
import type { Problem } from "./validator.ts";

/** ajv's errors of a part of the schema for a part of the value, with `verbose` on. */
export type CollectIssues = (schema: JsonSchema, value: unknown) => readonly ErrorObject[];

/** How many parts of a schema are looked at for one value: branches of unions within unions multiply. */
const MOST_PARTS = 500;

/** How many problems are put into words of ours. Nobody is shown more than a few, and a long list may have thousands. */
const MOST_TEXTS = 200;

interface Walk {
  readonly root: JsonSchema;
  readonly collect: CollectIssues;
  parts: number;
  texts: number;
  /** Of the unions that were met, flattened, by their list: one may be that of thousands of items. */
  readonly branches: Map<unknown, readonly JsonSchema[]>;
}

export function explainIssues(root: JsonSchema, value: unknown, collect: CollectIssues): readonly Problem[] {
  return distinct(explainPart({ root, collect, parts: 0, texts: 0, branches: new Map() }, root, value, ""));
}

function explainPart(walk: Walk, part: JsonSchema, value: unknown, path: string): readonly Problem[] {
  const { plain, unions } = findIssues(walk, part, value);
  const problems = plain.flatMap((error) => {
    if (error.keyword === "$ref") return explainReference(walk, error, path + error.instancePath);
    walk.texts++;
    if (walk.texts > MOST_TEXTS) return { ...inBrief(error), path: path + error.instancePath };
    const problem = textOfIssue(error);
    return { ...problem, message: withChoices(walk, error, problem.message), path: path + problem.path };
  });
  const inUnions = unions.flatMap((union) => explainUnion(walk, union, path + union.instancePath));
  return [...problems, ...inUnions];
}

interface Issues {
  readonly plain: readonly ErrorObject[];
  /** Unions that were not met, in place of all that was found below them. */
  readonly unions: readonly ErrorObject[];
}

function findIssues(walk: Walk, part: JsonSchema, value: unknown): Issues {
  walk.parts++;
  const errors = walk.collect(withDefinitions(walk.root, resolve(walk.root, part)), value);
  const unions = outermostUnions(errors);
  // What is none of the choices need not be told that it has the wrong type too.
  const chosen = new Set(errors.filter(isChoice).map(({ instancePath }) => instancePath));
  const plain = errors
    .filter(({ instancePath }) => !isAtOrBelow(instancePath, unions))
    .filter(({ keyword, instancePath }) => keyword !== "type" || !chosen.has(instancePath));
  return { plain, unions: [...unions.values()] };
}

function explainReference(walk: Walk, error: ErrorObject, path: string): readonly Problem[] {
  if (walk.parts >= MOST_PARTS) return [{ path, message: "does not fit" }];
  return explainPart(walk, error.parentSchema as JsonSchema, error.data, path);
}

function isChoice({ keyword }: ErrorObject): boolean {
  return keyword === "enum" || keyword === "const";
}

/** ajv reports a union after its branches, so of two at one place the later one is around the earlier. */
function outermostUnions(errors: readonly ErrorObject[]): ReadonlyMap<string, ErrorObject> {
  const byPath = new Map<string, ErrorObject>();
  for (const error of errors) {
    if ((error.keyword === "anyOf" || error.keyword === "oneOf") && !error.params.passingSchemas)
      byPath.set(error.instancePath, error);
  }
  for (const path of [...byPath.keys()]) if (path !== "" && isAtOrBelow(parentOf(path), byPath)) byPath.delete(path);
  return byPath;
}

/** Looks along the path rather than through the unions, of which a long list may have thousands. */
function isAtOrBelow(path: string, unions: ReadonlyMap<string, unknown>): boolean {
  for (let current = path; ; current = parentOf(current)) {
    if (unions.has(current)) return true;
    if (current === "") return false;
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function branchesOf({ root, branches: known }: Walk, { keyword, parentSchema }: ErrorObject): readonly JsonSchema[] {
  const listed: unknown = (parentSchema as JsonSchema)[keyword];
  const before = known.get(listed);
  if (before) return before;
  const branches = flatten(root, Array.isArray(listed) ? (listed as JsonSchema[]) : []);
  known.set(listed, branches);
  return branches;
}

/** A branch that is nothing but a union itself stands for its own branches. */
function flatten(root: JsonSchema, branches: readonly JsonSchema[], depth = 0): readonly JsonSchema[] {
  return branches.flatMap((branch) => {
    const schema = resolve(root, branch);
    const inner = schema.anyOf ?? (schema.oneOf as readonly JsonSchema[] | undefined);
    return inner && schema.type === undefined && depth < 20 ? flatten(root, inner, depth + 1) : [schema];
  });
}

function explainUnion(walk: Walk, union: ErrorObject, path: string): readonly Problem[] {
  if (walk.parts >= MOST_PARTS) return [{ path, message: "fits none of its forms" }];
  const branches = branchesOf(walk, union);
  const value: unknown = union.data;
  const objects = branches.filter((branch) => typesOf(branch).includes("object"));
  if (isObject(value) && objects.length > 1) {
    const tag = findTag(objects);
    if (tag) {
      const given = Object.hasOwn(value, tag.name) ? value[tag.name] : undefined;
      const meant = tag.branches.find(({ values }) => values.includes(given));
      if (meant) return explainPart(walk, meant.branch, value, path);
      const choices = oneOf(tag.branches.flatMap(({ values }) => values));
      if (given === undefined)
        return [{ path, message: `must have property '${tag.name}' (${choices})`, missingProperty: tag.name }];
      return [
        { path: `${path}/${escapePointer(tag.name)}`, message: `must be ${choices}, not ${describeChoice(given)}` },
      ];
    }
  }
  const fitting = branches.filter((branch) => fitsType(branch, value));
  if (fitting.length === 0) {
    const types = branches.flatMap(typesOf);
    const scalar = !types.some((type) => type === "object" || type === "array");
    return [{ path, message: `must be ${alternatives(types)}, not ${scalar ? describeValue(value) : typeOf(value)}` }];
  }
  const literals = fitting.flatMap((branch) => valuesOf(branch) ?? []);
  if (fitting.every((branch) => valuesOf(branch) !== undefined))
    return [{ path, message: `must be ${oneOf(literals)}, not ${describeChoice(value)}` }];
  return closest(walk, fitting, value, path);
}

/**
 * The branch with the fewest issues, where each key in common with the value outweighs two. What lies behind references and
 * unions counts once: to look into all of them for every branch would take time that doubles with every level.
 */
function closest(walk: Walk, branches: readonly JsonSchema[], value: unknown, path: string): readonly Problem[] {
  let best: { readonly score: number; readonly branch: JsonSchema } | undefined;
  for (const branch of branches) {
    const { plain, unions } = findIssues(walk, branch, value);
    const shared = isObject(value)
      ? Object.keys(branch.properties ?? {}).filter((key) => Object.hasOwn(value, key))
      : [];
    const score = plain.length + unions.length - 2 * shared.length;
    if (!best || score < best.score) best = { score, branch };
  }
  return best ? explainPart(walk, best.branch, value, path) : [];
}

interface Tag {
  readonly name: string;
  readonly branches: readonly { readonly branch: JsonSchema; readonly values: readonly unknown[] }[];
}

/** A property that is required in every branch, with values of its own in each. */
function findTag(branches: readonly JsonSchema[]): Tag | undefined {
  for (const name of branches[0]?.required ?? []) {
    const tagged = branches.map((branch) => ({
      branch,
      values: (branch.required?.includes(name) && valuesOf(branch.properties?.[name])) || [],
    }));
    const all = tagged.flatMap(({ values }) => values);
    if (tagged.every(({ values }) => values.length > 0) && new Set(all).size === all.length)
      return { name, branches: tagged };
  }
  return undefined;
}

/** A required property that is missing is named with its choices, where it has any. */
function withChoices(walk: Walk, error: ErrorObject, message: string): string {
  if (error.keyword !== "required") return message;
  const schema = (error.parentSchema as JsonSchema).properties?.[String(error.params.missingProperty)];
  const values = schema && valuesOf(resolve(walk.root, schema));
  return values ? `${message} (${oneOf(values)})` : message;
}

function valuesOf(schema: JsonSchema | undefined): readonly unknown[] | undefined {
  if (!schema) return undefined;
  if (schema.enum) return schema.enum;
  return schema.const === undefined ? undefined : [schema.const];
}

/** The types that a schema names; of one that names none, those of its values. */
function typesOf(schema: JsonSchema): readonly string[] {
  if (schema.type !== undefined) return typeof schema.type === "string" ? [schema.type] : schema.type;
  const values = valuesOf(schema);
  if (values) return values.map(typeOf);
  return schema.properties ? ["object"] : [];
}

function fitsType(schema: JsonSchema, value: unknown): boolean {
  const types = typesOf(schema);
  if (types.length === 0) return true;
  const type = typeOf(value);
  return types.includes(type) || (type === "number" && types.includes("integer"));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describeChoice(value: unknown): string {
  return isObject(value) || Array.isArray(value) ? typeOf(value) : JSON.stringify(value);
}

/** Two branches may find the same. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  const keyOf = ({ path, message, unknownProperty = "" }: Problem): string => `${path} ${message} ${unknownProperty}`;
  return [...new Map(problems.map((problem) => [keyOf(problem), problem])).values()];
}
