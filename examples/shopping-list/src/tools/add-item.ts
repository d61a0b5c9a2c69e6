import type { RunContext } from "@runa/runtime";

/**
 * Add an item to the shopping list.
 * @tool
 * @param item What to buy
 */
export function addItem(ctx: RunContext, item: string): string {
  const list = ctx.sessionState.shoppingList as string[];
  list.push(item);
  return `The shopping list is now ${list.join(", ")}`;
}
