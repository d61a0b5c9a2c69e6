/**
 * JSON pointers, by which the parts of schemas and values are named.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6901
 */

/** One name, as it stands in a pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The name that stands between two slashes. */
export function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** @param pointer As in the fragment of a reference, and so with the escapes of a URL. */
export function followPointer(root: unknown, pointer: string): unknown {
  let current = root;
  for (const part of pointer.split("/").slice(1)) {
    const key = unescapePointer(decodeURIComponent(part));
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}
