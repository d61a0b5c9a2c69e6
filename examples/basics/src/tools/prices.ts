import { setTimeout } from "node:timers/promises";

const PRICES = new Map([
  ["ACME", 101.5],
  ["GLOBEX", 87.25],
]);

/**
 * Fetch the latest price of a share.
 * @tool
 * @param symbol Its ticker symbol
 */
export async function fetchPrice(symbol: string): Promise<number> {
  // Stands for a request to somewhere else.
  await setTimeout(10);
  const price = PRICES.get(symbol);
  if (price === undefined) throw new Error(`no share is called ${symbol}`);
  return price;
}
