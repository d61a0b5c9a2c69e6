import { tool as make, tool } from "@runa/runtime";

/**
 * An arrow function.
 * @tool
 */
export const addNumbers = async (a: number, b: number): Promise<number> => a + b;

/**
 * A function expression, called otherwise.
 * @tool subtract_numbers
 */
export const subtract = async function (a: number, b: number): Promise<number> {
  return a - b;
};

async function multiply(a: number, b: number): Promise<number> {
  return a * b;
}
/** @tool */
async function divide(a: number, b: number): Promise<number> {
  return a / b;
}
export { divide as divideNumbers };

/** Refund an order, with options. */
export const refundOrder = tool(
  async function (
    /** In euros */ amount: number,
  ): Promise<string> {
    return String(amount);
  },
  { needsApproval: true },
);

/** Not this text. */
export const renamed = make(async (amount: number): Promise<void> => {}, {
  name: "renamed_tool",
  description: "The text of the options.",
});

export const wrapped = make(multiply);

/**
 * A generator.
 * @tool
 */
export async function* countUp(to: number): AsyncGenerator<string> {
  yield String(to);
}

/**
 * A function that runs elsewhere.
 * @tool
 */
export declare function approveElsewhere(id: string): Promise<boolean>;

/**
 * Another, with a stand-in here.
 * @tool
 * @external
 */
export async function askElsewhere(id: string): Promise<boolean> {
  return id === "";
}

/**
 * No `this`.
 * @tool
 */
export async function withoutThis(this: void, a: string): Promise<void> {}
