/** From a sketch to TypeScript: the text of the type, and the declarations that it needs. */
import type {
  EnumSketch,
  GenericSketch,
  IndexSketch,
  NamedSketch,
  ObjectSketch,
  PropertySketch,
  Sketch,
  TemplatePart,
} from "./sketch.ts";

export interface Printed {
  readonly text: string;
  readonly declarations: readonly string[];
}

/** `prefix` keeps the names of one judged type apart from those of the others in the same file. */
export function printSketch(sketch: Sketch, prefix: string): Printed {
  const declarations = new Map<string, string>();
  const text = print(sketch, { prefix, declarations });
  return { text, declarations: [...declarations.values()] };
}

/**
 * The properties of an object as parameters of a function; `undefined` where a name cannot be one. Those that may be
 * missing stand last, as the language wants it.
 */
export function printParameters({ properties, index }: ObjectSketch, prefix: string): Printed | undefined {
  if (index || properties.some(({ name }) => !isIdentifier(name))) return undefined;
  const printer: Printer = { prefix, declarations: new Map() };
  const inOrder = properties.toSorted((one, other) => Number(one.optional) - Number(other.optional));
  const text = inOrder.map((property) => printProperty(property, printer, ""));
  return { text: text.join(", "), declarations: [...printer.declarations.values()] };
}

/** The name that the declaration with this id is printed under. */
export function declaredName(id: string, prefix: string): string {
  return `${prefix}_${id}`;
}

export function printKey(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

interface Printer {
  readonly prefix: string;
  readonly declarations: Map<string, string>;
}

function print(sketch: Sketch, printer: Printer): string {
  const { prefix } = printer;
  switch (sketch.kind) {
    case "keyword":
      return sketch.name;
    case "literal":
      return typeof sketch.value === "bigint" ? `${sketch.value}n` : JSON.stringify(sketch.value);
    case "enum":
      declare(sketch.id, printer, (name) => printEnum(sketch, name));
      return declaredName(sketch.id, prefix) + (sketch.only ? `.${sketch.only.name}` : "");
    case "template":
      return printTemplate(sketch.parts);
    case "casing":
      return `${sketch.name}<string>`;
    case "brand":
      declare(sketch.id, printer, (name) => `type ${name} = ${sketch.base} & { readonly __brand: "${sketch.id}" };`);
      return declaredName(sketch.id, prefix);
    case "rich":
      return sketch.name;
    case "set":
      return `${sketch.isReadonly ? "ReadonlySet" : "Set"}<${print(sketch.items, printer)}>`;
    case "map":
      return `${sketch.isReadonly ? "ReadonlyMap" : "Map"}<string, ${print(sketch.values, printer)}>`;
    case "array":
      return printArray(sketch, printer);
    case "tuple":
      return printTuple(sketch, printer);
    case "object":
      return printObject(sketch, printer, "");
    case "union":
      return sketch.members.map((member) => printInner(member, printer)).join(" | ");
    case "intersection":
      return sketch.parts.map((part) => printInner(part, printer)).join(" & ");
    case "named":
      return printNamed(sketch, printer);
    case "generic":
      return printGeneric(sketch, printer);
    case "self":
      return declaredName(sketch.id, prefix);
    case "parameter":
      return "P";
    case "utility":
      return printUtility(sketch, printer);
    case "record":
      return `Record<${printNames(sketch.keys)}, ${print(sketch.values, printer)}>`;
    case "detour":
      return printDetour(sketch, printer);
    case "keyof":
      return `keyof ${printInner(sketch.of, printer)}`;
    case "lookup":
      return `${printInner(sketch.of, printer)}[${printNames(sketch.keys)}]`;
    case "constant":
      return printConstant(sketch, printer);
  }
}

/** For places where an operator beside the text would take only a part of it. */
function printInner(sketch: Sketch, printer: Printer): string {
  const text = print(sketch, printer);
  const isTight =
    /^[\w$]+$/.test(text) ||
    (sketch.kind === "tuple" && !sketch.isReadonly) ||
    ["object", "template", "literal", "set", "map", "record"].includes(sketch.kind);
  return isTight ? text : `(${text})`;
}

function declare(id: string, { prefix, declarations }: Printer, text: (name: string) => string): void {
  const name = declaredName(id, prefix);
  if (declarations.has(name)) return;
  // Holds the place while the body is printed, which may refer to the name itself.
  declarations.set(name, "");
  const declaration = text(name);
  // What it refers to comes first: a class cannot extend a later one.
  declarations.delete(name);
  declarations.set(name, declaration);
}

function printEnum({ isConst, members }: EnumSketch, name: string): string {
  const lines = members.map(({ name: member, value, isAutomatic }) =>
    isAutomatic ? member : `${member} = ${JSON.stringify(value)}`,
  );
  return `${isConst ? "export const enum" : "export enum"} ${name} { ${lines.join(", ")} }`;
}

export function printTemplate(parts: readonly TemplatePart[]): string {
  const texts = parts.map((part) => {
    if (part.kind === "text") return part.text.replace(/[\\`$]/g, "\\$&");
    if (part.kind === "choice") return `\${${printNames(part.texts)}}`;
    return /^[a-z]/.test(part.of) ? `\${${part.of}}` : `\${${part.of}<string>}`;
  });
  return `\`${texts.join("")}\``;
}

function printNames(names: readonly string[]): string {
  return names.length === 0 ? "never" : names.map((name) => JSON.stringify(name)).join(" | ");
}

function printArray({ items, style }: Sketch & { readonly kind: "array" }, printer: Printer): string {
  switch (style) {
    case "T[]":
      return `${printInner(items, printer)}[]`;
    case "readonly T[]":
      return `readonly ${printInner(items, printer)}[]`;
    case "Array":
    case "ReadonlyArray":
      return `${style}<${print(items, printer)}>`;
  }
}

function printTuple(sketch: Sketch & { readonly kind: "tuple" }, printer: Printer): string {
  const { isLabelled, isReadonly, rest } = sketch;
  const elements = sketch.elements.map(({ type, optional }, index) => {
    if (isLabelled) return `${String.fromCharCode(97 + index)}${optional ? "?" : ""}: ${print(type, printer)}`;
    return optional ? `${printInner(type, printer)}?` : print(type, printer);
  });
  if (rest) elements.push(`...${isLabelled ? "others: " : ""}${printInner(rest, printer)}[]`);
  return `${isReadonly ? "readonly " : ""}[${elements.join(", ")}]`;
}

function printObject({ properties, index }: ObjectSketch, printer: Printer, mark: "" | "!"): string {
  const members = properties.map(
    (property) => (property.isReadonly ? "readonly " : "") + printProperty(property, printer, mark),
  );
  if (index) members.push(`[key: ${printIndexKey(index)}]: ${print(index.values, printer)}`);
  return members.length === 0 ? "{}" : `{ ${members.join("; ")} }`;
}

function printProperty(property: PropertySketch, printer: Printer, mark: "" | "!"): string {
  const { name, type, optional, orUndefined } = property;
  const text = orUndefined ? `${printInner(type, printer)} | undefined` : print(type, printer);
  return `${printKey(name)}${optional ? "?" : mark}: ${text}`;
}

function printIndexKey({ key }: IndexSketch): string {
  return typeof key === "string" ? key : printTemplate(key);
}

function printNamed(sketch: NamedSketch, printer: Printer): string {
  const { id, form, body, base, hasPrivate } = sketch;
  declare(id, printer, (name) => {
    const heritage = base ? ` extends ${print(base, printer)}` : "";
    if (form === "alias" || body.kind !== "object") return `export type ${name} = ${print(body, printer)};`;
    if (form === "interface") return `export interface ${name}${heritage} ${printObject(body, printer, "")}`;
    const fields = printObject(body, printer, "!").slice(1, -1).trim();
    const statics = `static count = 0; ${hasPrivate ? `private hidden${id} = 1; ` : ""}`;
    return `export class ${name}${heritage} { ${statics}${fields} }`;
  });
  return declaredName(id, printer.prefix);
}

function printGeneric({ id, form, body, fallback, argument }: GenericSketch, printer: Printer): string {
  const name = declaredName(id, printer.prefix);
  declare(id, printer, () => {
    const head = `${name}<P${fallback ? ` = ${print(fallback, printer)}` : ""}>`;
    const text = print(body, printer).replaceAll(new RegExp(`\\b${name}\\b(?!<)`, "g"), `${name}<P>`);
    return form === "interface" && body.kind === "object"
      ? `export interface ${head} ${text}`
      : `export type ${head} = ${text};`;
  });
  return argument ? `${name}<${print(argument, printer)}>` : name;
}

function printUtility(sketch: Sketch & { readonly kind: "utility" }, printer: Printer): string {
  const of = print(sketch.of, printer);
  const inner = printInner(sketch.of, printer);
  switch (sketch.name) {
    case "Partial":
    case "Required":
    case "Readonly":
      return `${sketch.name}<${of}>`;
    case "Pick":
    case "Omit":
      return `${sketch.name}<${of}, ${printNames(sketch.keys)}>`;
    case "mapped-copy":
      return `{ [K in keyof ${inner}]: ${inner}[K] }`;
    case "mapped-required":
      return `{ -readonly [K in keyof ${inner}]-?: ${inner}[K] }`;
    case "mapped-nullable":
      return `{ [K in keyof ${inner}]?: ${inner}[K] | null }`;
    case "mapped-renamed":
      return `{ [K in keyof ${inner} as \`new-\${K & string}\`]: ${inner}[K] }`;
    case "mapped-flags":
      return `{ [K in keyof ${inner}]: boolean }`;
  }
}

function printDetour({ by, of: sketch }: Sketch & { readonly kind: "detour" }, printer: Printer): string {
  const of = print(sketch, printer);
  const inner = printInner(sketch, printer);
  switch (by) {
    case "Awaited":
      return `Awaited<Promise<${of}>>`;
    case "ReturnType":
      return `ReturnType<() => ${of}>`;
    case "Parameters":
      return `Parameters<(first: ${of}, second: string) => void>[0]`;
    case "property":
      return `{ found: ${of}; other: number }["found"]`;
    case "element":
      return `${inner}[][number]`;
    case "index":
      return `[string, ${of}][1]`;
    case "infer":
      return `{ found: ${of} } extends { found: infer F } ? F : never`;
    case "conditional":
      return `"yes" extends string ? ${inner} : string`;
    case "NonNullable":
      return `NonNullable<${inner} | null>`;
    case "Exclude":
      return `Exclude<${inner} | "left out", "left out">`;
    case "Extract":
      return `Extract<${inner} | null, {}>`;
  }
}

function printConstant({ id, value, by }: Sketch & { readonly kind: "constant" }, printer: Printer): string {
  const suffix = by === "widened" ? "" : " as const";
  declare(id, printer, (name) => `export const ${name} = ${JSON.stringify(value)}${suffix};`);
  const name = declaredName(id, printer.prefix);
  switch (by) {
    case "as const":
    case "widened":
      return `typeof ${name}`;
    case "element":
      return `(typeof ${name})[number]`;
    case "keys":
      return `keyof typeof ${name}`;
    case "values":
      return `(typeof ${name})[keyof typeof ${name}]`;
  }
}
