/** What one lowering remembers beside the schema: where each node stood in the neutral schema, and what was lost. */
import { escapePointer } from "../json-pointer.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Loss } from "./lowered.ts";

export class Notes {
  readonly lost: Loss[] = [];
  readonly obstacles: Loss[] = [];
  readonly #pointers = new WeakMap<object, string>();

  constructor(neutral: JsonSchema) {
    this.#index(neutral, "");
  }

  /** Pointer into the neutral schema, also for a node that a pass made. */
  pointerOf(node: JsonSchema): string {
    return this.#pointers.get(node) ?? "";
  }

  /** Says that `made` stands for `from`, or for the place `inside` it, and gives it back. */
  derive<Node extends JsonSchema>(from: JsonSchema, made: Node, ...inside: readonly string[]): Node {
    const pointer = this.#pointers.get(from);
    if (pointer === undefined || this.#pointers.has(made)) return made;
    this.#pointers.set(made, [pointer, ...inside.map(escapePointer)].join("/"));
    return made;
  }

  lose(node: JsonSchema, keyword: string, why: string, described = false): void {
    add(this.lost, { pointer: this.pointerOf(node), keyword, why, described });
  }

  /** Notes a reason why the tool cannot be sent in this dialect. */
  obstruct(node: JsonSchema, keyword: string, why: string): void {
    add(this.obstacles, { pointer: this.pointerOf(node), keyword, why, described: false });
  }

  #index(value: object, pointer: string): void {
    if (this.#pointers.has(value)) return;
    this.#pointers.set(value, pointer);
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === "object" && inner !== null) this.#index(inner, `${pointer}/${escapePointer(key)}`);
    }
  }
}

/** A definition that is inlined in several places loses the same thing once. */
function add(list: Loss[], loss: Loss): void {
  if (!list.some((other) => other.pointer === loss.pointer && other.keyword === loss.keyword)) list.push(loss);
}
