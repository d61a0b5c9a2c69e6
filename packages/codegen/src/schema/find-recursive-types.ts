/** Which named types contain themselves, directly or through others. */
import type { NamedType } from "../signature/type-shape.ts";

/** Strongly connected components, by Tarjan's algorithm: each type is visited once. */
export function findRecursiveTypes(
  roots: Iterable<NamedType>,
  uses: (type: NamedType) => readonly NamedType[],
): ReadonlySet<NamedType> {
  const recursive = new Set<NamedType>();
  const order = new Map<NamedType, number>();
  const open: NamedType[] = [];
  const isOpen = new Set<NamedType>();

  function visit(type: NamedType): number {
    const number = order.size;
    order.set(type, number);
    open.push(type);
    isOpen.add(type);
    let low = number;
    for (const used of uses(type)) {
      if (used === type) recursive.add(type);
      if (!order.has(used)) low = Math.min(low, visit(used));
      else if (isOpen.has(used)) low = Math.min(low, order.get(used) ?? low);
    }
    if (low === number) {
      const component = open.splice(open.lastIndexOf(type));
      for (const member of component) {
        isOpen.delete(member);
        if (component.length > 1) recursive.add(member);
      }
    }
    return low;
  }

  for (const root of roots) if (!order.has(root)) visit(root);
  return recursive;
}
