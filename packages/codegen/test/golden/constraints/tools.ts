interface Order {
  /**
   * How many
   * @integer
   * @minimum 1
   * @maximum 99
   */
  amount: number;
  /** @minLength 2 @maxLength 20 @pattern ^[a-z]+$ */
  word: string;
  /**
   * @format email
   * @example "a@b.example"
   */
  contact: string;
  /**
   * @minItems 1
   * @maxItems 3
   * @uniqueItems
   */
  tags: string[];
  /**
   * @exclusiveMinimum 0
   * @exclusiveMaximum 1
   * @multipleOf 0.25
   */
  share: number;
  /** @default 01234 */
  zip?: string;
  /** @default 10 */
  rows?: number;
  /** @default ["a"] */
  list?: string[];
  /** @deprecated use zip */
  postcode?: string;
  /** @hidden */
  internal?: string;
}

/**
 * Order.
 * @tool
 * @param order What
 * @param times How often {@integer} {@minimum 1}
 * @param mail Where to {@format email}
 * @param either Where it fits {@minimum 5} {@minLength 2}
 * @param password {@secret}
 */
export async function placeOrder(
  order: Order,
  times: number,
  mail: string,
  either: number | string,
  password: string,
): Promise<void> {}
