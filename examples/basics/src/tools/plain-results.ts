/** Results as they come: the model reads numbers and texts as they are, the rest as JSON. */

/**
 * Calculate the sum of two numbers.
 * @tool
 * @param a The first number
 * @param b The second number
 */
export function calculateSum(a: number, b: number): number {
  return a + b;
}

export interface User {
  userId: string;
  name: string;
  email: string;
  joined: Date;
}

/**
 * Get the record of a user.
 * @tool
 * @param userId The number of the user
 */
export function getUser(userId: number): User {
  return { userId: `user-${userId}`, name: "Ada Lovelace", email: "ada@example.com", joined: new Date(0) };
}

export interface Product {
  name: string;
  price: number;
}

/**
 * List the products that are for sale.
 * @tool
 */
export function listProducts(): Product[] {
  return [
    { name: "lamp", price: 29 },
    { name: "chair", price: 75.5 },
  ];
}
