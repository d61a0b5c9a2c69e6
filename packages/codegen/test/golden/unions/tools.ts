interface Once {
  kind: "once";
  /** A time of day */
  at: string;
}
interface Weekly {
  kind: "weekly";
  day: 0 | 1 | 2 | 3 | 4 | 5 | 6;
}

/**
 * Schedule watering.
 * @tool
 * @param repeat When
 */
export async function scheduleWatering(repeat: Once | Weekly | null): Promise<void> {}

/**
 * Find plants: members of several kinds.
 * @tool
 * @param by A name, a number, or several names
 * @param order Literals of one kind share an enum
 * @param limit A number, or no limit at all
 */
export async function findPlants(
  by: string | number | string[],
  order: "name" | { field: string } | "age",
  limit: number | "none" | false,
): Promise<void> {}

/**
 * Undiscriminated members are closed, each for itself.
 * @tool
 */
export async function mixSoil(recipe: { peat: number } | { sand: number; stones?: number }): Promise<void> {}
