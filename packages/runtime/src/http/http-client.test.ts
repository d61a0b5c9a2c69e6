import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);

/** In a process of its own: proxies are read once, at the first request. */
async function postFrom(environment: Readonly<Record<string, string>>, url: string): Promise<string> {
  const client = fileURLToPath(new URL("http-client.ts", import.meta.url));
  const program = `
    const { post } = await import(${JSON.stringify(client)});
    const response = await post({ url: ${JSON.stringify(url)}, headers: {}, body: "{}", timeout: 5000, deadline: performance.now() + 5000, idleTimeout: 5000 });
    const text = await response.text();
    const loaded = process.getBuiltinModule("node:module").createRequire(${JSON.stringify(client)}).cache;
    console.log(text + " " + Object.keys(loaded).some((name) => name.endsWith("undici/index.js")));
    process.exit(0);
  `;
  const { stdout } = await run(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
    env: { PATH: process.env.PATH ?? "", ...environment },
    timeout: 20_000,
  });
  return stdout.trim();
}

async function start(answer: string): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    request.resume();
    response.end(`${answer} ${request.url}`);
  });
  server.on("connect", (_request, socket) => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    // The end of the tunnel is this server too.
    server.emit("connection", socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("the HTTP client", () => {
  it("finds the modules inside undici that it is made of", async () => {
    const { default: send } = await import("undici/lib/api/api-request.js");
    const { default: Agent } = await import("undici/lib/dispatcher/agent.js");
    expect([typeof send, typeof new Agent().dispatch]).toEqual(["function", "function"]);
  });

  it("asks a proxy where a variable names one, except for the hosts in NO_PROXY, and loads one only then", async () => {
    const direct = await start("direct");
    const proxy = await start("proxied");
    try {
      expect(await postFrom({}, `${direct.url}/v1`)).toBe("direct /v1 false");
      expect(await postFrom({ HTTP_PROXY: proxy.url }, `${direct.url}/v1`)).toBe("proxied /v1 true");
      expect(await postFrom({ HTTP_PROXY: proxy.url, NO_PROXY: "127.0.0.1" }, `${direct.url}/v1`)).toBe(
        "direct /v1 true",
      );
    } finally {
      direct.server.close();
      proxy.server.close();
    }
  });
});
