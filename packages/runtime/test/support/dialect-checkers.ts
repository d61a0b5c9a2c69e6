/**
 * The rules of each dialect, written down a second time and apart from the lowering: given a lowered schema, what would
 * the provider refuse? Follows the documentation and the error texts of the providers, keyword by keyword.
 */
import type { Dialect, JsonSchema } from "../../src/manifest/index.ts";

type Report = (pointer: string, what: string) => void;
type NodeRule = (node: JsonSchema, pointer: string, report: Report) => void;

/** One line per violation: `#/properties/a: …`. Empty where the dialect accepts the schema. */
export function violationsOf(schema: JsonSchema, dialect: Dialect): string[] {
  const found: string[] = [];
  const report: Report = (pointer, what) => found.push(`#${pointer}: ${what}`);
  const rules = RULES[dialect];
  for (const rule of rules.root) rule(schema, "", report);
  walk(schema, "", (node, pointer) => {
    for (const rule of rules.nodes) rule(node, pointer, report);
  });
  return found;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function walk(node: JsonSchema, pointer: string, visit: (node: JsonSchema, pointer: string) => void): void {
  visit(node, pointer);
  for (const keyword of ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]) {
    const map = node[keyword];
    if (!isObject(map)) continue;
    for (const [key, inner] of Object.entries(map))
      if (isObject(inner)) walk(inner, `${pointer}/${keyword}/${key}`, visit);
  }
  for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
    const list = node[keyword];
    if (!Array.isArray(list)) continue;
    list.forEach((inner: unknown, index) => {
      if (isObject(inner)) walk(inner, `${pointer}/${keyword}/${index}`, visit);
    });
  }
  for (const keyword of ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"]) {
    const inner = node[keyword];
    if (isObject(inner)) walk(inner, `${pointer}/${keyword}`, visit);
  }
}

const typesOf = (node: JsonSchema): readonly unknown[] => (Array.isArray(node.type) ? node.type : [node.type]);

const objectRoot: NodeRule = (root, pointer, report) => {
  if (root.type !== "object") report(pointer, `root type is ${JSON.stringify(root.type)}`);
  for (const keyword of ["anyOf", "oneOf", "allOf", "enum", "not", "const", "$ref", "if"]) {
    if (keyword in root) report(pointer, `${keyword} at the root`);
  }
  if (!isObject(root.properties)) report(pointer, "no properties at the root");
};

const requiredIsDeclared: NodeRule = (node, pointer, report) => {
  for (const name of node.required ?? []) {
    if (!Object.hasOwn(node.properties ?? {}, name)) report(pointer, `required "${name}" is not declared`);
  }
};

const resolves =
  (root: JsonSchema): NodeRule =>
  (node, pointer, report) => {
    if (node.$ref === undefined) return;
    const match = /^#\/\$defs\/([A-Za-z0-9_.-]+)$/.exec(node.$ref);
    if (!match?.[1] || !Object.hasOwn(root.$defs ?? {}, match[1])) report(pointer, `$ref ${node.$ref} leads nowhere`);
  };

const referencesResolve: NodeRule = (root, _pointer, report) => {
  const rule = resolves(root);
  walk(root, "", (node, pointer) => rule(node, pointer, report));
};

const onlyKeywords =
  (...allowed: readonly string[]): NodeRule =>
  (node, pointer, report) => {
    for (const keyword of Object.keys(node))
      if (!allowed.includes(keyword)) report(pointer, `unknown keyword ${keyword}`);
  };

const arraysHaveItems: NodeRule = (node, pointer, report) => {
  if ((typesOf(node).includes("array") || "prefixItems" in node) && !isObject(node.items))
    report(pointer, "array schema missing items");
};

const noReferenceSiblings: NodeRule = (node, pointer, report) => {
  if (node.$ref !== undefined && Object.keys(node).length > 1) report(pointer, "keywords beside $ref");
};

const closed: NodeRule = (node, pointer, report) => {
  if (!typesOf(node).includes("object")) return;
  if (node.additionalProperties !== false) report(pointer, "additionalProperties is not false");
  if (!isObject(node.properties)) report(pointer, "object without properties");
};

const allRequired: NodeRule = (node, pointer, report) => {
  for (const name of Object.keys(node.properties ?? {})) {
    if (!node.required?.includes(name)) report(pointer, `"${name}" is not required`);
  }
};

const typed: NodeRule = (node, pointer, report) => {
  if (node.type === undefined && node.anyOf === undefined && node.$ref === undefined) report(pointer, "no type");
};

const subschemasAreObjects: NodeRule = (node, pointer, report) => {
  for (const [name, inner] of Object.entries(node.properties ?? {}))
    if (!isObject(inner)) report(pointer, `property ${name} is a boolean schema`);
  for (const branch of node.anyOf ?? []) if (!isObject(branch)) report(pointer, "a branch is a boolean schema");
};

const enumFitsType: NodeRule = (node, pointer, report) => {
  if (!node.enum || node.type === undefined) return;
  const types = typesOf(node);
  const fits = (value: unknown): boolean =>
    value === null
      ? types.includes("null")
      : Array.isArray(value)
        ? types.includes("array")
        : typeof value === "number"
          ? types.includes("number") || (Number.isInteger(value) && types.includes("integer"))
          : types.includes(typeof value);
  for (const value of node.enum)
    if (!fits(value)) report(pointer, `enum value ${JSON.stringify(value)} is not of type ${String(types)}`);
};

const formats =
  (...allowed: readonly string[]): NodeRule =>
  (node, pointer, report) => {
    if (node.format !== undefined && !allowed.includes(node.format)) report(pointer, `format ${node.format}`);
  };

const plainPattern: NodeRule = (node, pointer, report) => {
  if (node.pattern && /\(\?[=!<]|\\b|\\B|\\\d|\\k|\\[pP]\{/.test(node.pattern))
    report(pointer, `pattern ${node.pattern}`);
};

const primitiveEnum: NodeRule = (node, pointer, report) => {
  const values = "const" in node ? [node.const] : (node.enum ?? []);
  if (values.some((value) => typeof value === "object" && value !== null)) report(pointer, "an enum of objects");
};

const TYPE_NAMES: readonly unknown[] = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** What a 2020-12 meta-schema check finds in practice. */
const draft2020: NodeRule = (node, pointer, report) => {
  if (node.type !== undefined && !typesOf(node).every((type) => TYPE_NAMES.includes(type)))
    report(pointer, "unknown type");
  if (new Set(typesOf(node)).size !== typesOf(node).length) report(pointer, "a type twice");
  if (Array.isArray(node.items)) report(pointer, "items is a list");
  for (const keyword of [
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
  ]) {
    if (keyword in node && typeof node[keyword] !== "number") report(pointer, `${keyword} is no number`);
  }
  if ("required" in node && !Array.isArray(node.required)) report(pointer, "required is no list");
  if ("enum" in node && !Array.isArray(node.enum)) report(pointer, "enum is no list");
};

const propertyKeys =
  (pattern: RegExp): NodeRule =>
  (node, pointer, report) => {
    for (const name of Object.keys(node.properties ?? {}))
      if (!pattern.test(name)) report(pointer, `property key "${name}"`);
  };

const openAiLimits: NodeRule = (root, pointer, report) => {
  let properties = 0;
  let values = 0;
  let characters = 0;
  walk(root, "", (node, at) => {
    const names = [...Object.keys(node.properties ?? {}), ...Object.keys(node.$defs ?? {})];
    properties += Object.keys(node.properties ?? {}).length;
    const fixed = node.enum ?? ("const" in node ? [node.const] : []);
    values += fixed.length;
    const length = fixed.reduce((sum: number, value) => sum + String(value).length, 0);
    characters += names.join("").length + length;
    if (fixed.length > 250 && length > 15_000) report(at, "one enum of more than 15000 characters");
  });
  if (properties > 5000) report(pointer, `${properties} properties`);
  if (values > 1000) report(pointer, `${values} enum values`);
  if (characters > 120_000) report(pointer, `${characters} characters`);
  if (levels(root, root, []) > 10) report(pointer, "more than 10 levels");
};

function levels(node: JsonSchema, root: JsonSchema, above: readonly JsonSchema[]): number {
  if (above.includes(node)) return 0;
  const path = [...above, node];
  const name = node.$ref?.slice("#/$defs/".length);
  const inner = [
    ...Object.values(node.properties ?? {}),
    ...(node.anyOf ?? []),
    ...(isObject(node.items) ? [node.items] : []),
    ...(name !== undefined && root.$defs?.[name] ? [root.$defs[name]] : []),
  ];
  const own = node.properties || node.items ? 1 : 0;
  return own + Math.max(0, ...inner.map((each) => levels(each, root, path)));
}

const anthropicBudget: NodeRule = (root, pointer, report) => {
  let optional = 0;
  let unions = 0;
  walk(root, "", (node) => {
    optional += Object.keys(node.properties ?? {}).filter((name) => !node.required?.includes(name)).length;
    if (node.anyOf || Array.isArray(node.type)) unions++;
  });
  if (optional > 24) report(pointer, `${optional} optional properties`);
  if (unions > 16) report(pointer, `${unions} unions`);
};

const noRecursion: NodeRule = (root, pointer, report) => {
  const visit = (node: JsonSchema, above: readonly string[]): void => {
    const name = node.$ref?.slice("#/$defs/".length);
    if (name !== undefined) {
      if (above.includes(name)) {
        report(pointer, `${name} is recursive`);
        return;
      }
      const target = root.$defs?.[name];
      if (target) visit(target, [...above, name]);
    }
    const { $defs: _definitions, ...body } = node;
    walkOnce(body, (inner) => visit(inner, above));
  };
  visit(root, []);
};

function walkOnce(node: JsonSchema, visit: (inner: JsonSchema) => void): void {
  for (const inner of [...Object.values(node.properties ?? {}), ...(node.anyOf ?? [])]) visit(inner);
  if (isObject(node.items)) visit(node.items);
}

const fewItems: NodeRule = (node, pointer, report) => {
  if (node.minItems !== undefined && node.minItems > 1) report(pointer, `minItems ${node.minItems}`);
};

const geminiEnum: NodeRule = (node, pointer, report) => {
  if (!node.enum) return;
  const kinds = new Set(node.enum.map((value) => typeof value));
  if (kinds.size > 1 || ![...kinds].every((kind) => kind === "string" || kind === "number"))
    report(pointer, "an enum of other values than strings, or than numbers");
};

/** A circle of references that passes through required properties only cannot be unrolled. */
const cyclesAreOptional: NodeRule = (root, pointer, report) => {
  const visit = (node: JsonSchema, above: readonly string[]): void => {
    const name = node.$ref?.slice("#/$defs/".length);
    if (name !== undefined) {
      if (above.includes(name)) {
        report(pointer, `${name} is required inside itself`);
        return;
      }
      const target = root.$defs?.[name];
      if (target) visit(target, [...above, name]);
    }
    for (const key of node.required ?? []) {
      const inner = node.properties?.[key];
      if (inner) visit(inner, above);
    }
    for (const branch of node.anyOf ?? []) visit(branch, above);
  };
  for (const [name, definition] of Object.entries(root.$defs ?? {})) visit(definition, [name]);
};

const fewRepetitions: NodeRule = (node, pointer, report) => {
  for (const keyword of ["minLength", "maxLength", "minItems", "maxItems"] as const)
    if (Number(node[keyword] ?? 0) >= 1999) report(pointer, `${keyword} ${node[keyword]} is too much for a grammar`);
};

/** What the converter of llama.cpp takes for something else, or for the end of the text. */
const grammarPattern: NodeRule = (node, pointer, report) => {
  const { pattern } = node;
  if (pattern === undefined) return;
  if (!pattern.startsWith("^") || !pattern.endsWith("$")) report(pointer, `pattern ${pattern} is no whole one`);
  if (/\\[a-zA-Z0-9]|\(\?|\[\^|["\u0080-\uFFFF]/.test(pattern)) report(pointer, `pattern ${pattern}`);
  for (const [, count] of pattern.matchAll(/(\d+)\}/g))
    if (Number(count) >= 1999) report(pointer, `pattern ${pattern} repeats too much`);
};

/** The converter looks at one of these and passes over the others. */
const grammarOverlooks: NodeRule = (node, pointer, report) => {
  const texts = ["title", "description", "default", "examples", "deprecated", "$defs"];
  const others = Object.keys(node).filter((keyword) => !texts.includes(keyword));
  if (node.anyOf && others.length > 1) report(pointer, `${others.join(", ")}: only anyOf is read`);
  if (node.oneOf || node.allOf || node.prefixItems || node.patternProperties) report(pointer, others.join(", "));
  if (Object.keys(node).length === 0) report(pointer, "an empty schema means an object");
};

interface Rules {
  readonly root: readonly NodeRule[];
  readonly nodes: readonly NodeRule[];
}

const TEXTS = [
  "type",
  "title",
  "description",
  "enum",
  "anyOf",
  "$ref",
  "$defs",
  "properties",
  "required",
  "additionalProperties",
  "items",
];

const RULES: { readonly [Name in Dialect]: Rules } = {
  openai: { root: [objectRoot, referencesResolve], nodes: [arraysHaveItems, draft2020] },
  "openai-strict": {
    root: [objectRoot, referencesResolve, openAiLimits],
    nodes: [
      onlyKeywords(
        ...TEXTS,
        "const",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "pattern",
        "format",
      ),
      closed,
      allRequired,
      requiredIsDeclared,
      typed,
      arraysHaveItems,
      subschemasAreObjects,
      noReferenceSiblings,
      enumFitsType,
      primitiveEnum,
      plainPattern,
      formats("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"),
      draft2020,
    ],
  },
  anthropic: {
    root: [objectRoot, referencesResolve],
    nodes: [draft2020, propertyKeys(/^[a-zA-Z0-9_.-]{1,64}$/)],
  },
  "anthropic-strict": {
    root: [objectRoot, referencesResolve, anthropicBudget, noRecursion],
    nodes: [
      onlyKeywords(...TEXTS, "const", "default", "minItems", "pattern", "format"),
      closed,
      requiredIsDeclared,
      typed,
      arraysHaveItems,
      subschemasAreObjects,
      noReferenceSiblings,
      primitiveEnum,
      plainPattern,
      fewItems,
      formats("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"),
      draft2020,
      propertyKeys(/^[a-zA-Z0-9_.-]{1,64}$/),
    ],
  },
  gemini: {
    root: [objectRoot, referencesResolve, cyclesAreOptional],
    nodes: [
      onlyKeywords(...TEXTS, "format", "prefixItems", "minItems", "maxItems", "minimum", "maximum", "propertyOrdering"),
      geminiEnum,
      arraysHaveItems,
      requiredIsDeclared,
      noReferenceSiblings,
      subschemasAreObjects,
      draft2020,
    ],
  },
  mcp: {
    root: [
      (root, pointer, report) => {
        if (root.type !== "object") report(pointer, "root type is not object");
      },
    ],
    nodes: [],
  },
  llamacpp: {
    root: [objectRoot, referencesResolve],
    nodes: [
      arraysHaveItems,
      requiredIsDeclared,
      subschemasAreObjects,
      draft2020,
      fewRepetitions,
      grammarPattern,
      grammarOverlooks,
    ],
  },
  ollama: {
    root: [objectRoot, referencesResolve],
    nodes: [
      onlyKeywords("type", "description", "enum", "anyOf", "items", "properties", "required", "additionalProperties"),
      (node, pointer, report) => {
        if (typeof node.additionalProperties === "object") report(pointer, "keys of any name");
      },
      arraysHaveItems,
      requiredIsDeclared,
      subschemasAreObjects,
      draft2020,
    ],
  },
};
