/**
 * Mist the bench.
 * @tool
 * @param liters How much
 */
export async function mistBench(liters: number = "two"): Promise<void> {}
