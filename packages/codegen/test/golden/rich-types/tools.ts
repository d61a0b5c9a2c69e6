/** A visit to the garden. */
interface Visit {
  /** When it began */
  at: Date;
  by: string;
  pages?: Set<URL>;
}

/**
 * Record what has a richer form in the function than in JSON.
 * @tool
 * @param at When
 */
export async function recordAll(
  at: Date,
  link: URL,
  serial: bigint,
  labels: Set<string>,
  counts: Map<string, number>,
  photo: Uint8Array,
  raw: Buffer,
): Promise<void> {}

/**
 * Record at any depth.
 * @tool
 * @param visits By place
 */
export async function recordVisits(
  visits: Map<string, Visit[]>,
  spans: [from: Date, to?: Date][],
  byDay: Record<string, { serials: bigint[] }>,
): Promise<void> {}

/**
 * Record what may be there in two forms, or not at all.
 * @tool
 */
export async function recordEither(
  either: Date | string,
  amount: bigint | number,
  list: Set<string> | string[],
  orNull: Date | null,
  orNumber: Date | number,
  kind: { kind: "day"; on: Date } | { kind: "page"; link: URL },
  missing?: URL,
): Promise<void> {}

/**
 * Record keyword arguments.
 * @tool
 */
export async function recordFlat({ since, until }: { since: Date; until?: Date }): Promise<void> {}

/**
 * Record any number of days.
 * @tool
 * @param days Each
 */
export async function recordDays(...days: Date[]): Promise<void> {}

interface Entry {
  at: Date;
  before?: Entry;
}

/**
 * Record a chain, each link with its day.
 * @tool
 * @param entry The last one
 */
export async function recordChain(entry: Entry): Promise<void> {}
