interface Tag {
  a: string | undefined;
  b: string | null;
  c?: string | null;
  d?: string;
}

/**
 * Tag it: what may be null, and what may be missing.
 * @tool
 */
export async function tagIt(
  tag: Tag,
  name: string | null,
  count: number | null,
  kind: "a" | "b" | null,
  mixed: 1 | "a" | null,
  list: string[] | null,
  place: { x: number } | null,
  either: string | number | null,
  nothing: null,
  when: Date | null,
  maybe: string | undefined,
  absent?: number,
  both?: boolean | null,
): Promise<void> {}
