/** What both databases say of an answer that is too long. */
export function tooLong(maxBytes: number): string {
  return `the rows have more than ${maxBytes} bytes; ask for fewer rows, or for fewer or shorter columns`;
}
