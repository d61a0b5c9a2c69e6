export function addNumbers(a: number, b: number): number {
  return a + b;
}
