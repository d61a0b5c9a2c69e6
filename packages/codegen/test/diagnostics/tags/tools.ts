/**
 * Wait.
 * @tool
 * @param days How long {@minimun 1}
 * @param hours How long {@minimum soon}
 * @param zone Where {@minimum 1}
 * @param mail Whom to tell {@format mail}
 * @param rows How many {@default "none"}
 */
export async function waitFor(days: number, hours: number, zone: string, mail: string, rows = 1): Promise<void> {}
