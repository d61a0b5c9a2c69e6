/** How the toolkits repeat what a model or a server gave: it may be of any length, and the text goes back to the model. */

const MOST = 200;

/** In quotes, and cut where it is long. */
export function quote(text: string): string {
  return `"${text.length > MOST ? `${text.slice(0, MOST)}…` : text}"`;
}
