/**
 * Send a mail.
 * @tool send_note
 * @param to Whom
 */
export async function mail(to: string): Promise<void> {}

/**
 * Send a text.
 * @tool send_note
 * @param to Whom
 */
export async function text(to: string): Promise<void> {}
