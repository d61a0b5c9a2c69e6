/** From a sketch to what the type is: the judge's own reading of TypeScript, for the types that it draws. */
import type { JsonValue } from "@runa/runtime/manifest";
import type { EnumSketch, NamedSketch, ObjectSketch, Sketch } from "./sketch.ts";
import type { LiteralStructure, ObjectStructure, PropertyStructure, Structure } from "./structure.ts";

/** What `self` and `parameter` stand for, by the id of their declaration. */
interface Scope {
  readonly selves: ReadonlyMap<string, () => Structure>;
  readonly parameters: ReadonlyMap<string, Structure>;
}

export function resolveSketch(sketch: Sketch): Structure {
  return resolve(sketch, { selves: new Map(), parameters: new Map() });
}

function resolve(sketch: Sketch, scope: Scope): Structure {
  switch (sketch.kind) {
    case "keyword":
      return keywordStructure(sketch.name);
    case "literal":
      return { kind: "literal", value: sketch.value };
    case "enum":
      return enumStructure(sketch);
    case "template":
      return { kind: "template", parts: sketch.parts };
    case "casing":
      return { kind: "casing", name: sketch.name };
    case "brand":
      return { kind: "brand", base: sketch.base, id: sketch.id };
    case "rich":
      return RICH[sketch.name];
    case "set":
    case "array":
      return { kind: sketch.kind, items: resolve(sketch.items, scope) };
    case "map":
      return { kind: "map", values: resolve(sketch.values, scope) };
    case "tuple":
      return {
        kind: "tuple",
        elements: sketch.elements.map(({ type, optional }) => ({ type: resolve(type, scope), optional })),
        ...(sketch.rest && { rest: resolve(sketch.rest, scope) }),
      };
    case "object":
      return objectStructure(sketch, scope);
    case "union":
      return { kind: "union", members: sketch.members.map((member) => resolve(member, scope)) };
    case "intersection":
      return sketch.parts.map((part) => resolve(part, scope)).reduce(intersect);
    case "named":
      return namedStructure(sketch, scope);
    case "generic":
      return genericStructure(sketch, scope);
    case "self":
      return { kind: "later", get: scope.selves.get(sketch.id) ?? unbound(sketch.id) };
    case "parameter":
      return scope.parameters.get(sketch.id) ?? unbound(sketch.id)();
    case "utility":
      return utilityStructure(sketch, asObject(resolve(sketch.of, scope)));
    case "record": {
      const type = resolve(sketch.values, scope);
      return {
        kind: "object",
        properties: sketch.keys.map((name) => ({ name, type, optional: false, orUndefined: false })),
      };
    }
    case "detour":
      return resolve(sketch.of, scope);
    case "keyof":
      return literals(asObject(resolve(sketch.of, scope)).properties.map(({ name }) => name));
    case "lookup": {
      const { properties } = asObject(resolve(sketch.of, scope));
      const found = properties.filter(({ name }) => sketch.keys.includes(name));
      return { kind: "union", members: found.map(({ type }) => type) };
    }
    case "constant":
      return constantStructure(sketch);
  }
}

function unbound(id: string): () => never {
  return () => {
    throw new Error(`The sketch refers to ${id} outside of its declaration.`);
  };
}

function keywordStructure(name: (Sketch & { readonly kind: "keyword" })["name"]): Structure {
  switch (name) {
    case "unknown":
    case "any":
      return { kind: "anything", keyword: name };
    case "object":
      return { kind: "non-primitive" };
    case "{}":
      return { kind: "non-null" };
    default:
      return { kind: name };
  }
}

const RICH: { readonly [name in (Sketch & { readonly kind: "rich" })["name"]]: Structure } = {
  Date: { kind: "date" },
  URL: { kind: "url" },
  bigint: { kind: "bigint" },
  Uint8Array: { kind: "bytes" },
};

function enumStructure({ id, members, only }: EnumSketch): Structure {
  return {
    kind: "union",
    members: (only ? [only] : members).map(
      ({ name, value }): LiteralStructure =>
        typeof value === "string" ? { kind: "literal", value, member: { id, name } } : { kind: "literal", value },
    ),
  };
}

function literals(values: readonly (string | number | boolean)[]): Structure {
  return { kind: "union", members: values.map((value): Structure => ({ kind: "literal", value })) };
}

function objectStructure({ properties, index }: ObjectSketch, scope: Scope): Structure {
  if (properties.length === 0 && !index) return { kind: "non-null" };
  return {
    kind: "object",
    properties: properties.map(({ name, type, optional, orUndefined }) => ({
      name,
      type: resolve(type, scope),
      optional,
      orUndefined,
    })),
    ...(index && { index: { key: index.key, values: resolve(index.values, scope) } }),
  };
}

function namedStructure(sketch: NamedSketch, scope: Scope): Structure {
  const { id, body, base, hasPrivate } = sketch;
  return withSelf(id, scope, (inner) => {
    const own = resolve(body, inner);
    const structure = base ? intersect(namedStructure(base, inner), own) : own;
    const isPrivate = hasPrivate || (base && asObject(namedStructure(base, inner)).classId !== undefined);
    return isPrivate && structure.kind === "object" ? { ...structure, classId: id } : structure;
  });
}

function genericStructure(sketch: Sketch & { readonly kind: "generic" }, scope: Scope): Structure {
  const argument = sketch.argument ?? sketch.fallback ?? unbound(sketch.id)();
  const parameters = new Map([...scope.parameters, [sketch.id, resolve(argument, scope)] as const]);
  return withSelf(sketch.id, { ...scope, parameters }, (inner) => resolve(sketch.body, inner));
}

function withSelf(id: string, scope: Scope, make: (scope: Scope) => Structure): Structure {
  let made: Structure | undefined;
  const self = (): Structure => made ?? unbound(id)();
  made = make({ ...scope, selves: new Map([...scope.selves, [id, self]]) });
  return made;
}

/** Objects are merged, unions are distributed over. */
function intersect(left: Structure, right: Structure): Structure {
  if (left.kind === "later") return intersect(left.get(), right);
  if (right.kind === "later") return intersect(left, right.get());
  if (left.kind === "union") return { ...left, members: left.members.map((member) => intersect(member, right)) };
  if (right.kind === "union") return { ...right, members: right.members.map((member) => intersect(left, member)) };
  if (left.kind === "non-null") return right;
  if (right.kind === "non-null") return left;
  const [first, second] = [asObject(left), asObject(right)];
  const index = first.index ?? second.index;
  return { kind: "object", properties: [...first.properties, ...second.properties], ...(index && { index }) };
}

export function asObject(structure: Structure): ObjectStructure {
  if (structure.kind === "later") return asObject(structure.get());
  if (structure.kind === "object") return structure;
  if (structure.kind === "non-null") return { kind: "object", properties: [] };
  throw new Error(`The sketch treats a ${structure.kind} as an object.`);
}

function utilityStructure(
  sketch: Sketch & { readonly kind: "utility" },
  { properties, index }: ObjectStructure,
): Structure {
  const changed = properties.flatMap((property) => changeProperty(sketch, property));
  if (changed.length === 0 && !index) return { kind: "non-null" };
  return { kind: "object", properties: changed, ...(index && { index }) };
}

function changeProperty(
  { name, keys }: Sketch & { readonly kind: "utility" },
  property: PropertyStructure,
): readonly PropertyStructure[] {
  switch (name) {
    case "Partial":
      return [{ ...property, optional: true }];
    case "Required":
    case "mapped-required":
      // `-?` takes `undefined` away too, but only from what is optional.
      return [property.optional ? { ...property, optional: false, orUndefined: false } : property];
    case "Readonly":
    case "mapped-copy":
      return [property];
    case "Pick":
      return keys.includes(property.name) ? [property] : [];
    case "Omit":
      return keys.includes(property.name) ? [] : [property];
    case "mapped-nullable":
      return [{ ...property, optional: true, type: { kind: "union", members: [property.type, { kind: "null" }] } }];
    case "mapped-renamed":
      return [{ ...property, name: `new-${property.name}` }];
    case "mapped-flags":
      return [{ ...property, orUndefined: false, type: { kind: "boolean" } }];
  }
}

function constantStructure({ value, by }: Sketch & { readonly kind: "constant" }): Structure {
  const whole = ofConstant(value, by === "widened");
  switch (by) {
    case "as const":
    case "widened":
      return whole;
    case "element":
      return { kind: "union", members: whole.kind === "tuple" ? whole.elements.map(({ type }) => type) : [] };
    case "keys":
      return literals(asObject(whole).properties.map(({ name }) => name));
    case "values":
      return { kind: "union", members: asObject(whole).properties.map(({ type }) => type) };
  }
}

/** The type that the compiler infers for a constant. */
function ofConstant(value: JsonValue, isWidened: boolean): Structure {
  if (value === null) return { kind: "null" };
  if (typeof value === "string") return isWidened ? { kind: "string" } : { kind: "literal", value };
  if (typeof value === "number") return isWidened ? { kind: "number" } : { kind: "literal", value };
  if (typeof value === "boolean") return isWidened ? { kind: "boolean" } : { kind: "literal", value };
  if (Array.isArray(value)) {
    const elements = value.map((element: JsonValue) => ofConstant(element, isWidened));
    if (isWidened) return { kind: "array", items: { kind: "union", members: elements } };
    return { kind: "tuple", elements: elements.map((type) => ({ type, optional: false })) };
  }
  return {
    kind: "object",
    properties: Object.entries(value).map(([name, inner]) => ({
      name,
      type: ofConstant(inner, isWidened),
      optional: false,
      orUndefined: false,
    })),
  };
}
