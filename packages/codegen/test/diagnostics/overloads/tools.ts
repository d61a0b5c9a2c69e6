export function parseIt(text: string): string;
export function parseIt(code: number): number;
/**
 * Parse.
 * @tool
 */
export function parseIt(input: string | number): string | number {
  return input;
}
