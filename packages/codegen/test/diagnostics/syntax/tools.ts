/**
 * Broken.
 * @tool
 */
export async function brokenTool(a: string {
  return a;
}
