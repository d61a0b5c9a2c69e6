export class Exchange {
  rate = 2;

  /**
   * Convert an amount.
   * @tool
   * @param amount In euros
   */
  async convertAmount(amount: number): Promise<number> {
    return amount * this.rate;
  }

  /**
   * List currencies.
   * @tool list_currencies
   */
  static async currencies(region: "eu" | "us"): Promise<string[]> {
    return [region];
  }

  async notATool(): Promise<void> {}
}

export class Base {
  /**
   * Search what the class holds.
   * @tool
   */
  async searchShelf(query: string): Promise<string> {
    return query;
  }
}

export class Shelf extends Base {
  /**
   * Read one.
   * @tool
   */
  async readShelf(id: number): Promise<string> {
    return String(id);
  }
}
