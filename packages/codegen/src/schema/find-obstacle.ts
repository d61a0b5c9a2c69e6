/** What keeps a model from sending any value of a type: a function, a symbol, two rich types of one JSON form. */
import type { InexpressibleShape, TypeShape } from "../signature/type-shape.ts";
import { alternatives } from "./through-names.ts";

export interface Obstacle {
  readonly why: InexpressibleShape["why"];
  readonly typeText: string;
  /** From the shape that was asked for to the obstacle: `.visit`, `[].log`, or empty. */
  readonly path: string;
}

/**
 * Finds what is in the way anywhere inside a shape, optional properties aside: those can be left out. One finder
 * remembers what it has found, so asking for every property of a large type walks it once.
 */
export function createObstacleFinder(): (shape: TypeShape) => Obstacle | undefined {
  const known = new Map<TypeShape, Obstacle | undefined>();
  let findings = 0;

  function search(shape: TypeShape, visited: Set<TypeShape>): Obstacle | undefined {
    if (known.has(shape)) return known.get(shape);
    if (visited.has(shape)) return undefined;
    visited.add(shape);
    const found = obstacleAt(shape) ?? searchInside(shape, visited);
    if (found !== undefined) {
      known.set(shape, found);
      findings += 1;
    }
    return found;
  }

  /** A member of a union that cannot be sent is in the way only where no other can be. */
  function searchInside(shape: TypeShape, visited: Set<TypeShape>): Obstacle | undefined {
    if (shape.kind === "union") {
      const found = shape.members.filter(({ kind }) => kind !== "null").map((member) => search(member, visited));
      // A function beside a value is a convenience of the caller's; `string | symbol` is a key that only code can make.
      return found.find((obstacle) => obstacle?.why === "symbol") ?? (found.every(Boolean) ? found[0] : undefined);
    }
    for (const [step, inner] of requiredInside(shape)) {
      const found = search(inner, visited);
      if (found !== undefined) return { ...found, path: step + found.path };
    }
    return undefined;
  }

  return (shape) => {
    const visited = new Set<TypeShape>();
    const before = findings;
    const found = search(shape, visited);
    // Only when nothing was found is it known that nothing is in the way of any shape on the way, cycles included.
    if (findings === before) for (const free of visited) known.set(free, undefined);
    else if (found === undefined) known.set(shape, undefined);
    return found;
  };
}

function obstacleAt(shape: TypeShape): Obstacle | undefined {
  if (shape.kind === "inexpressible") return { why: shape.why, typeText: shape.typeText, path: "" };
  if (shape.kind !== "union") return undefined;
  const members = alternatives(shape);
  if (members.some((member) => member.kind === "string" && member.patterns === undefined)) return undefined;
  const names = new Set(members.flatMap((member) => RICH_STRINGS.get(member.kind) ?? []));
  return names.size > 1 ? { why: "ambiguous-rich-types", typeText: [...names].join(" | "), path: "" } : undefined;
}

const RICH_STRINGS: ReadonlyMap<TypeShape["kind"], string> = new Map([
  ["date", "Date"],
  ["url", "URL"],
  ["bytes", "Uint8Array"],
]);

/** The shapes without which no value of a shape can be written, and the step that leads there. */
function requiredInside(shape: TypeShape): (readonly [step: string, inner: TypeShape])[] {
  switch (shape.kind) {
    case "named":
      return [["", shape.type.shape]];
    case "array":
    case "set":
      return [["[]", shape.items]];
    case "map":
      return [["{}", shape.values]];
    case "tuple":
      return [
        ...shape.elements.map((element, index) => [`[${index}]`, element.shape] as const),
        ...(shape.rest === undefined ? [] : [["[]", shape.rest] as const]),
      ];
    case "object":
      return [
        ...shape.properties.flatMap(({ name, optional, shape }) => (optional ? [] : [[`.${name}`, shape] as const])),
        ...(shape.index === undefined || isNever(shape.index) ? [] : [["{}", shape.index] as const]),
        ...(shape.patterns ?? []).map(({ values }) => ["{}", values] as const),
      ];
    default:
      return [];
  }
}

/** `Record<string, never>`: an object without properties. */
export function isNever(shape: TypeShape): boolean {
  return shape.kind === "inexpressible" && shape.why === "never";
}
