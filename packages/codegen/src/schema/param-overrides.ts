/** What `@param` tags say, as a tree along their paths, and whether a path names anything. */
import type { DocComment, ParamDoc } from "../signature/doc-comment.ts";
import type { TypeShape } from "../signature/type-shape.ts";
import { alternatives, throughNames } from "./through-names.ts";

export interface ParamOverride {
  readonly doc?: DocComment;
  /** By property name; `[]` stands for the items of a list. */
  readonly inside: ReadonlyMap<string, ParamOverride>;
}

/** `phones[].number` is `phones`, `[]`, `number`. */
export function splitPath(path: string): string[] {
  return path.split(".").flatMap((part) => {
    const [name = ""] = part.split("[]", 1);
    return [...(name === "" ? [] : [name]), ...(part.match(/\[\]/g) ?? [])];
  });
}

/** Of several tags for one path the first one counts. */
export function toOverrides(docs: readonly (readonly [path: readonly string[], doc: ParamDoc])[]): ParamOverride {
  const own = docs.find(([path]) => path.length === 0)?.[1].doc;
  const inside = new Map<string, ParamOverride>();
  const names = new Set(docs.flatMap(([path]) => path.slice(0, 1)));
  for (const name of names) {
    const below = docs.filter(([path]) => path[0] === name).map(([path, doc]) => [path.slice(1), doc] as const);
    inside.set(name, toOverrides(below));
  }
  return { inside, ...(own && { doc: own }) };
}

export interface DeadEnd {
  /** How many steps of the path lead somewhere. */
  readonly depth: number;
  /** The names that the next step could have had. */
  readonly known: readonly string[];
}

/** Walks a path through unions, lists and named types. Nothing is returned where it leads somewhere. */
export function findDeadEnd(shape: TypeShape, path: readonly string[]): DeadEnd | undefined {
  let reached: readonly TypeShape[] = [shape];
  for (const [depth, step] of path.entries()) {
    const next = reached.flatMap((from) =>
      stepsFrom(from)
        .filter(([name]) => name === step)
        .map(([, to]) => to),
    );
    if (next.length === 0) return { depth, known: [...new Set(reached.flatMap(stepsFrom).map(([name]) => name))] };
    reached = next;
  }
  return undefined;
}

function stepsFrom(shape: TypeShape): (readonly [name: string, to: TypeShape])[] {
  return alternatives(throughNames(shape)).flatMap((member) => {
    if (member.kind === "object") return member.properties.map(({ name, shape }) => [name, shape] as const);
    return member.kind === "array" || member.kind === "set" ? [["[]", member.items] as const] : [];
  });
}
