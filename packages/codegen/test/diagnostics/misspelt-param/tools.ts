/**
 * Add an event.
 * @tool
 * @param title What it is called
 * @param wen When it begins
 */
export async function addEvent(title: string, when: Date): Promise<void> {}
