/** A stand-in for the API of Hacker News, for examples that must run without a network. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const ANSWERS: { readonly [path: string]: unknown } = {
  "/topstories.json": [1, 2, 3],
  "/item/1.json": { id: 1, type: "story", title: "Tools from doc comments", score: 120, by: "ada" },
  "/item/2.json": { id: 2, type: "story", title: "A quiet release", score: 75, by: "grace" },
  "/item/3.json": { id: 3, type: "story", title: "Nothing happened", score: 3, by: "alan" },
  "/user/ada.json": { id: "ada", karma: 36 },
};

export interface StandInNews {
  readonly url: string;
  close(): Promise<void>;
}

export async function startStandInNews(): Promise<StandInNews> {
  const server = createServer((request, response) => {
    const answer = ANSWERS[request.url ?? ""];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? null));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
