/** @tool Adds two numbers. */
export async function addWords(a: number, b: number): Promise<number> {
  return a + b;
}
