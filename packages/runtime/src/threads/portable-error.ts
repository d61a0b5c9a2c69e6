/** Errors on their way between threads: name, message and cause stay; so does what else can be copied (C17). */
import { types } from "node:util";

export type PortableError =
  | {
      readonly kind: "error";
      readonly name: string;
      readonly message: string;
      readonly stack: string | undefined;
      readonly cause?: PortableError;
      /** Own properties such as `code`. */
      readonly facts: { readonly [name: string]: unknown };
    }
  /** What was thrown and is no error: a copy, or its text where it cannot be copied. */
  | { readonly kind: "value"; readonly value: unknown };

/** A chain of causes may be a circle. */
const DEEPEST_CAUSE = 8;

const OWN_NAMES: ReadonlySet<string> = new Set(["name", "message", "stack", "cause"]);

/** Never throws: of an error that cannot be read, its text is what goes. */
export function toPortableError(thrown: unknown): PortableError {
  try {
    return readError(thrown, 0);
  } catch {
    return { kind: "value", value: describe(thrown) };
  }
}

function readError(thrown: unknown, depth: number): PortableError {
  if (!(thrown instanceof Error || types.isNativeError(thrown)))
    return { kind: "value", value: isCopyable(thrown) ? thrown : describe(thrown) };
  const { name, message, stack, cause } = thrown;
  const facts = Object.entries(thrown).filter(([key, value]) => !OWN_NAMES.has(key) && isCopyable(value));
  return {
    kind: "error",
    name: String(name),
    message: String(message),
    stack: stack === undefined ? undefined : String(stack),
    ...(cause !== undefined && depth < DEEPEST_CAUSE && { cause: readError(cause, depth + 1) }),
    facts: Object.fromEntries(facts),
  };
}

export function fromPortableError(portable: PortableError): unknown {
  if (portable.kind === "value") return portable.value;
  const { name, message, stack, cause, facts } = portable;
  const error = new Error(message, cause && { cause: fromPortableError(cause) });
  const hidden = { name, stack };
  for (const [key, value] of Object.entries(hidden))
    Object.defineProperty(error, key, { value, configurable: true, writable: true, enumerable: false });
  for (const [key, value] of Object.entries(facts))
    Object.defineProperty(error, key, { value, configurable: true, writable: true, enumerable: true });
  return error;
}

export function isCopyable(value: unknown): boolean {
  if (typeof value === "function" || typeof value === "symbol") return false;
  if (typeof value !== "object" || value === null) return true;
  try {
    structuredClone(value);
    return true;
  } catch {
    // Functions, proxies and what is deeper than the stack; there is no other way to ask.
    return false;
  }
}

function describe(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return types.isNativeError(thrown) ? "Error" : "a value that cannot be shown";
  }
}
