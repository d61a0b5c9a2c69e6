/**
 * What is known of the methods of a class: which of them are tools of its instances. Found through the prototype chain, so
 * that an instance of a subclass has the tools of its base class too.
 */
import type { BoundTool } from "./tool.ts";

export interface MethodDefinition {
  readonly method: string;
  /** The tool of one instance, to which `this` is bound. Throws `UserError` where that has no such method. */
  readonly bind: (instance: object) => BoundTool;
}

/** A tool of one instance. */
export interface MethodTool {
  readonly method: string;
  readonly tool: BoundTool;
}

const definitions = new WeakMap<object, Map<string, MethodDefinition>>();
const tools = new WeakMap<object, readonly MethodTool[]>();

/** Of a method that several bindings know, the first counts. */
export function rememberMethod(prototype: object, definition: MethodDefinition): void {
  const known = definitions.get(prototype) ?? new Map<string, MethodDefinition>();
  definitions.set(prototype, known);
  if (!known.has(definition.method)) known.set(definition.method, definition);
}

/**
 * The tools of an instance, those of base classes first; of a method that a subclass defines anew as a tool, that
 * definition. The same objects each time. None for an object whose class no binding knows.
 *
 * @throws UserError where a method is gone.
 */
export function methodToolsOf(instance: object): readonly MethodTool[] {
  const known = tools.get(instance);
  if (known) return known;
  const byMethod = new Map<string, MethodDefinition>();
  for (const prototype of prototypesOf(instance).reverse())
    for (const [method, definition] of definitions.get(prototype) ?? []) byMethod.set(method, definition);
  const made = [...byMethod.values()].map(({ method, bind }) => ({ method, tool: bind(instance) }));
  // A binding may be loaded later.
  if (made.length > 0) tools.set(instance, made);
  return made;
}

function prototypesOf(instance: object): object[] {
  const chain: object[] = [];
  for (let one = prototypeOf(instance); one; one = prototypeOf(one)) chain.push(one);
  return chain;
}

function prototypeOf(value: object): object | undefined {
  return (Object.getPrototypeOf(value) as object | null) ?? undefined;
}
