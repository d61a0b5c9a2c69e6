interface Options {
  retries: number;
  hooks: {
    onError: (error: Error) => void;
  };
}

/**
 * Fetch a page.
 * @tool
 * @param options How
 */
export async function fetchPage(options: Options): Promise<void> {}
