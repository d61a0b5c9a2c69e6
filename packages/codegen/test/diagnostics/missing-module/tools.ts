import type { Plant } from "@lib/plants";

/**
 * Grow it.
 * @tool
 * @param plant Which
 */
export async function growPlant(plant: Plant): Promise<void> {}
