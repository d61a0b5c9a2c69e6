/** Paths are absolute and with forward slashes everywhere behind this. */
export function toSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}
