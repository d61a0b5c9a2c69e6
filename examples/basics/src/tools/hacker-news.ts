/** A toolkit: a class whose methods are tools. `this` is the instance that stands among the tools of an agent. */
import { type Int, Toolkit } from "@runa/runtime";

interface Story {
  readonly title: string;
  readonly score: number;
  readonly by: string;
}

export class HackerNews extends Toolkit {
  readonly #url: string;

  /** @param url Where the API is. */
  constructor(url = "https://hacker-news.firebaseio.com/v0") {
    super({ name: "hacker_news", timeout: 10_000 });
    this.#url = url;
  }

  /**
   * Get the top stories on Hacker News.
   * @tool
   * @param count How many {@minimum 1} {@maximum 10}
   */
  async getTopStories(count: Int = 3): Promise<Story[]> {
    const ids = await this.#get<readonly number[]>("topstories");
    const stories = await Promise.all(ids.slice(0, count).map((id) => this.#get<Story>(`item/${id}`)));
    return stories.map(({ title, score, by }) => ({ title, score, by }));
  }

  /**
   * Get the details of a user of Hacker News.
   * @tool
   * @param username The name of the user
   */
  async getUserDetails(username: string): Promise<{ id: string; karma: number }> {
    const { id, karma } = await this.#get<{ id: string; karma: number }>(`user/${encodeURIComponent(username)}`);
    return { id, karma };
  }

  async #get<T>(path: string): Promise<T> {
    const response = await fetch(`${this.#url}/${path}.json`);
    if (!response.ok) throw new Error(`Hacker News answered with the status ${response.status}`);
    return (await response.json()) as T;
  }
}
