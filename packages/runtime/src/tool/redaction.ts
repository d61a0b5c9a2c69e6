/**
 * What may be seen of a run from outside: in events, logs, traces and saved state. Hidden are the values of parameters
 * tagged `@secret`, those under the keys that the agent's option `redact` names, and, in every text of the run, what was
 * found to be secret in one of its calls. Functions, hooks and the model get everything as it is.
 */
import type { JsonObject } from "../manifest/index.ts";
import { escapePointer } from "../manifest/json-pointer.ts";
import type { AssistantItem } from "../model/item.ts";
import { findSecrets, type ToolWithSecrets, type ValuePath } from "./find-secrets.ts";
import { CUT } from "./shorten.ts";

/** Stands in the place of a value. */
export const REDACTED = "[redacted]";

/** A shorter secret is found in every other text, and hiding it there would say what it is. */
const SHORTEST_TEXT = 4;

/** The arguments of a call without what is tagged `@secret`. The same object where nothing is. */
export function redactArguments(tool: ToolWithSecrets, json: JsonObject): JsonObject {
  const paths = findSecrets(tool, json);
  return paths.length === 0 ? json : (withoutPlaces(json, paths) as JsonObject);
}

/** One for each run, because it learns: of a secret argument, also its copies in results and errors are hidden. */
export class Redaction {
  readonly #keys: ReadonlySet<string>;
  readonly #texts: Set<string>;

  /**
   * @param keys Names of properties, in arguments and results; case does not matter.
   * @param caller The run that this one is part of: what is hidden there is hidden here too.
   */
  constructor(keys: readonly string[] = [], caller?: Redaction) {
    const lowered = keys.map((key) => key.toLowerCase());
    this.#keys = new Set(caller ? [...caller.#keys, ...lowered] : lowered);
    this.#texts = caller ? caller.#texts : new Set();
  }

  /** Whether anything of this tool's calls, or of others, can be hidden. */
  concerns(tool: ToolWithSecrets | undefined): boolean {
    return this.#keys.size > 0 || this.#texts.size > 0 || (tool?.secret?.length ?? 0) > 0;
  }

  /** @param tool Undefined for a name that no tool has. */
  arguments(tool: ToolWithSecrets | undefined, json: JsonObject): JsonObject {
    if (!this.concerns(tool)) return json;
    const paths = tool ? findSecrets(tool, json) : [];
    for (const path of paths) this.#learn(valueAt(json, path));
    return this.hide(withoutPlaces(json, paths)) as JsonObject;
  }

  /** The same for the text that the model wrote. What is no JSON is hidden as a whole, where the tool has secrets. */
  argumentsText(tool: ToolWithSecrets | undefined, text: string): string {
    if (!this.concerns(tool)) return text;
    try {
      const json: unknown = JSON.parse(text);
      if (typeof json === "object" && json !== null) return JSON.stringify(this.arguments(tool, json as JsonObject));
    } catch {
      // Hidden below.
    }
    return this.mayShowText(tool) ? this.text(text) : REDACTED;
  }

  /** Whether a piece of text that was written for the tool can be shown although it cannot be taken apart. */
  mayShowText(tool: ToolWithSecrets | undefined): boolean {
    return this.#keys.size === 0 && (tool?.secret?.length ?? 0) === 0;
  }

  /** The same item where none of its calls has anything to hide. */
  answer(item: AssistantItem, tools: ReadonlyMap<string, ToolWithSecrets>): AssistantItem {
    if (!item.toolCalls.some(({ name }) => this.concerns(tools.get(name)))) return item;
    const { raw: _raw, ...rest } = item;
    const toolCalls = item.toolCalls.map((call) => ({
      ...call,
      argumentsText: this.argumentsText(tools.get(call.name), call.argumentsText),
    }));
    return { ...rest, toolCalls };
  }

  /** Whether the value at a JSON pointer into the arguments is hidden. */
  hiddenPlaces(tool: ToolWithSecrets, json: JsonObject): (pointer: string) => boolean {
    const places = findSecrets(tool, json).map((path) => path.map((key) => `/${escapePointer(key)}`).join(""));
    return (pointer) =>
      places.some((place) => pointer === place || pointer.startsWith(`${place}/`)) ||
      pointer.split("/").some((key) => this.#keys.has(key.toLowerCase()));
  }

  /** A copy of any value; the same where nothing can be hidden. Never throws. */
  hide(value: unknown): unknown {
    if (this.#keys.size === 0 && this.#texts.size === 0) return value;
    try {
      return this.#copy(value, new Map());
    } catch {
      // Deeper than the stack, a revoked proxy, a getter that throws.
      return REDACTED;
    }
  }

  /** Also takes JSON apart, for keys within it. */
  text(text: string): string {
    return this.#jsonText(text) ?? this.#plainText(text);
  }

  /**
   * A text that comes in pieces: what can be shown of it so far, and what has to wait, since it may be the beginning of a
   * secret.
   *
   * @param waiting What had to wait before this piece.
   */
  piece(waiting: string, piece: string): { readonly shown: string; readonly waiting: string } {
    const text = this.#plainText(waiting + (this.#jsonText(piece) ?? piece));
    const end = text.length - longestBeginning(text, this.#texts);
    return { shown: text.slice(0, end), waiting: text.slice(end) };
  }

  /** Undefined for what is no JSON, and where no key is hidden. */
  #jsonText(text: string): string | undefined {
    if (this.#keys.size === 0 || !/^\s*[[{]/.test(text)) return undefined;
    try {
      const json: unknown = JSON.parse(text);
      return JSON.stringify(this.hide(json));
    } catch {
      // An ordinary text that begins with a bracket.
      return undefined;
    }
  }

  #plainText(text: string): string {
    if (this.#texts.size === 0) return text;
    const secrets = [...this.#texts].sort((a, b) => b.length - a.length);
    let shown = text;
    for (const secret of secrets) shown = shown.replaceAll(secret, REDACTED);
    return withoutCutSecrets(shown, secrets);
  }

  #copy(value: unknown, copies: Map<object, unknown>): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number" || typeof value === "bigint")
      return this.#texts.has(String(value)) ? REDACTED : value;
    if (typeof value !== "object" || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    if (value instanceof Error) return this.#copyError(value, copies);
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      copies.set(value, list);
      for (const item of value) list.push(this.#copy(item, copies));
      return list;
    }
    if (value instanceof Set) return new Set([...value].map((item) => this.#copy(item, copies)));
    if (value instanceof Map)
      return new Map(
        [...value].map(([key, item]) => [this.#copy(key, copies), this.#property(String(key), item, copies)]),
      );
    if (value instanceof Date || ArrayBuffer.isView(value)) return value;
    if ("toJSON" in value && typeof value.toJSON === "function") return this.#copy(value.toJSON(), copies);
    const copy: Record<string, unknown> = {};
    copies.set(value, copy);
    for (const [key, inner] of Object.entries(value))
      Object.defineProperty(copy, this.#plainText(key), {
        value: this.#property(key, inner, copies),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    return copy;
  }

  #property(key: string, value: unknown, copies: Map<object, unknown>): unknown {
    if (!this.#keys.has(key.toLowerCase())) return this.#copy(value, copies);
    this.#learn(value);
    return REDACTED;
  }

  /** The same error where it says nothing that is secret. */
  #copyError(error: Error, copies: Map<object, unknown>): Error {
    const { name, message, stack = "" } = error;
    const copy = new Error(this.text(message));
    copies.set(error, copy);
    copy.name = name;
    copy.stack = this.text(stack);
    for (const key of Object.keys(error))
      Object.assign(copy, { [key]: this.#property(key, Reflect.get(error, key), copies) });
    if (error.cause !== undefined) copy.cause = this.#copy(error.cause, copies);
    const isSame = copy.message === message && copy.stack === stack && error.cause === undefined;
    if (!isSame || Object.keys(error).some((key) => Reflect.get(copy, key) !== Reflect.get(error, key))) return copy;
    copies.set(error, error);
    return error;
  }

  #learn(value: unknown): void {
    if (typeof value === "object" && value !== null) {
      for (const inner of Object.values(value)) this.#learn(inner);
      return;
    }
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") return;
    const text = String(value);
    if (text.length < SHORTEST_TEXT) return;
    this.#texts.add(text);
    // As it stands within JSON.
    this.#texts.add(JSON.stringify(text).slice(1, -1));
  }
}

/** Of all secrets that a text may end with a part of. */
function longestBeginning(text: string, secrets: Iterable<string>): number {
  let longest = 0;
  for (const secret of secrets) {
    let length = Math.min(secret.length - 1, text.length);
    while (length > longest && !text.endsWith(secret.slice(0, length))) length--;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** Where a text was shortened, the beginning of a secret may stand in front of the cut, or the end of one behind it. */
function withoutCutSecrets(text: string, secrets: readonly string[]): string {
  const cut = CUT.exec(text);
  if (!cut) return text;
  let head = text.slice(0, cut.index);
  let tail = text.slice(cut.index + cut[0].length);
  for (const secret of secrets) {
    for (let length = secret.length - 1; length >= SHORTEST_TEXT; length--) {
      if (head.endsWith(secret.slice(0, length))) head = `${head.slice(0, -length)}${REDACTED}`;
      if (tail.startsWith(secret.slice(-length))) tail = `${REDACTED}${tail.slice(length)}`;
    }
  }
  return `${head}${cut[0]}${tail}`;
}

/** Copies along the paths; the rest is shared. */
function withoutPlaces(value: unknown, paths: readonly ValuePath[]): unknown {
  if (paths.length === 0 || typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  const below = new Map<string, ValuePath[]>();
  for (const [key, ...rest] of paths) {
    if (key === undefined) continue;
    below.set(key, [...(below.get(key) ?? []), rest]);
  }
  for (const [key, rests] of below) {
    const isWhole = rests.some((rest) => rest.length === 0);
    Reflect.set(copy, key, isWhole ? REDACTED : withoutPlaces(Reflect.get(value, key), rests));
  }
  return copy;
}

function valueAt(json: unknown, path: ValuePath): unknown {
  let value = json;
  for (const key of path) value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}
