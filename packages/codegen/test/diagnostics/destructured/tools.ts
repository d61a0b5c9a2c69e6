/**
 * Book a room.
 * @tool
 */
export async function bookRoom({ city }: { city: string }, days: number): Promise<void> {}

/**
 * Take a span.
 * @tool
 */
export async function takeSpan([from, to]: [number, number]): Promise<void> {}
