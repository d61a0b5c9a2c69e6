/** What a model, or a server, may try with `HttpTools`, and what comes of it. */
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { Agent } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { HttpTools, type HttpToolsOptions } from "@runa/runtime/toolkits/http";
import { afterEach, describe, expect, it } from "vitest";
import { isPublicAddress } from "../../src/toolkits/http/public-addresses.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** By the way of a model. */
async function fetchUrl(url: string, options: HttpToolsOptions): Promise<string> {
  const model = new ScriptedModel([{ toolCalls: [{ name: "fetchUrl", arguments: { url } }] }, "done"]);
  return (await new Agent({ name: "x", model, tools: [new HttpTools(options)] }).run("go")).toolCalls[0]?.text ?? "";
}

describe("HttpTools", () => {
  it("fetches text from a host that it may, through redirects", async () => {
    const port = await serve((request, response) => {
      if (request.url === "/") response.writeHead(302, { location: "/page" }).end();
      else response.writeHead(200, { "content-type": "text/html" }).end("<p>hello</p>");
    });
    expect(await fetchUrl(`http://127.0.0.1:${port}/`, { allow: [`127.0.0.1:${port}`] })).toBe("<p>hello</p>");
    expect(await fetchUrl(`http://localhost:${port}/`, { allow: [`localhost:${port}`], allowPrivate: true })).toBe(
      "<p>hello</p>",
    );
  });

  it.each<[string, string, RegExp]>([
    [
      "another host",
      "http://other.example/",
      /"other.example" is not among the hosts that may be fetched: good.example/,
    ],
    ["a host that ends alike", "http://evilgood.example/", /not among the hosts/],
    [
      "another port",
      "http://good.example:8080/",
      /^error: "good.example:8080" is not fetched because of its port: allowed is good.example, and without a port that is 80 and 443 only; this one would have to be allowed as "good.example:8080"$/,
    ],
    ["another protocol", "file:///etc/passwd", /file: is not fetched/],
    ["a user in the address", "http://good.example@evil.example/", /with a user or a password/],
    ["what is no address", "good.example", /is no address/],
  ])("refuses %s", async (_, url, message) => {
    expect(await fetchUrl(url, { allow: ["good.example"] })).toMatch(message);
  });

  it("says that the port is the reason, where every public host may be fetched or another port of this one", async () => {
    expect(await fetchUrl("http://other.example:8080/", { allow: ["*"] })).toMatch(
      /because of its port: allowed is \*,/,
    );
    expect(await fetchUrl("http://a.b.example/", { allow: ["c.example", "*.b.example:81"] })).toMatch(
      /because of its port: allowed is \*\.b\.example:81,/,
    );
  });

  it.each([
    ["**", "fits no host"],
    ["x.*", "fits no host"],
    ["*.*.example", "fits no host"],
    ["*.127.0.0.1", "fits no host"],
    ["", "fits no host"],
    ["a b.example", "fits no host"],
    ["https://good.example", "fits no host"],
    ["good.example/page", "fits no host"],
    ["me@good.example", "fits no host"],
    ["*:8080", "for another port name the hosts"],
    ["good.example:", "port is no number"],
    ["good.example:http", "port is no number"],
    ["good.example:70000", "port is no number"],
  ])("cannot be made with the rule %j, which could never fit", (rule, message) => {
    expect(() => new HttpTools({ allow: ["good.example", rule] })).toThrow(
      new RegExp(`option "allow" has .*(?:${message})`),
    );
  });

  it.each([
    ["good.invalid:443", "https://good.invalid/"],
    ["good.invalid:80", "http://good.invalid/"],
    ["*.good.invalid:8080", "http://a.b.good.invalid:8080/"],
    ["127.1:1", "http://127.0.0.1:1/"],
    ["::1", "http://[::1]/"],
    ["[0:0::1]:1", "http://[::1]:1/"],
  ])("takes the rule %s for %s", async (rule, url) => {
    const text = await fetchUrl(url, { allow: [rule], timeout: 2_000 });
    expect(text).toMatch(/^error: /);
    expect(text).not.toMatch(/not among the hosts|because of its port|private address, which/);
  });

  it.each([
    "http://127.0.0.1/",
    "http://10.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0/",
  ])("refuses the private address of %s, where every public host may be fetched", async (url) => {
    expect(await fetchUrl(url, { allow: ["*"] })).toMatch(/^error: .* is a private address, which is not fetched$/);
  });

  it("refuses a name that resolves to loopback, and asks nothing of it", async () => {
    let asked = 0;
    const port = await serve((_, response) => {
      asked++;
      response.end("secret");
    });
    expect(await fetchUrl(`http://localhost:${port}/`, { allow: [`localhost:${port}`] })).toMatch(
      /localhost has the private address (?:127\.0\.0\.1|::1), which is not fetched/,
    );
    expect(asked).toBe(0);
  });

  it.each<[string, (inner: number) => string, RegExp]>([
    ["a private address", () => "http://169.254.169.254/", /"169.254.169.254" is not among the hosts/],
    ["a name that resolves to one", (inner) => `http://localhost:${inner}/`, /localhost has the private address/],
    ["another protocol", () => "file:///etc/passwd", /file: is not fetched/],
    ["itself, for ever", () => "/", /more than 5 redirects/],
  ])("refuses a redirect to %s", async (_, target, message) => {
    let asked = 0;
    const inner = await serve((_request, response) => {
      asked++;
      response.end("secret");
    });
    const port = await serve((_request, response) => response.writeHead(302, { location: target(inner) }).end());
    const allow = [`127.0.0.1:${port}`, `localhost:${inner}`];
    expect(await fetchUrl(`http://127.0.0.1:${port}/`, { allow })).toMatch(message);
    expect(asked).toBe(0);
  });

  it.each<[string, RequestListener]>([
    ["says so", (_, response) => response.writeHead(200, { "content-length": "5000" }).end("x".repeat(5000))],
    [
      "does not say so, and never ends",
      (_, response) => {
        const timer = setInterval(() => response.write("x".repeat(500)), 1);
        response.once("close", () => clearInterval(timer));
      },
    ],
  ])("stops at an oversized body that %s", async (_, listener) => {
    const port = await serve(listener);
    const allow = [`127.0.0.1:${port}`];
    expect(await fetchUrl(`http://127.0.0.1:${port}/`, { allow, maxBytes: 1_000 })).toBe(
      "error: the answer has more than 1000 bytes",
    );
  });

  it.each<[string, RequestListener]>([
    ["head", () => {}],
    [
      "body",
      (_, response) => {
        const timer = setInterval(() => response.write("x"), 50);
        response.once("close", () => clearInterval(timer));
      },
    ],
  ])("stops at a slow %s", async (_, listener) => {
    const port = await serve(listener);
    const started = performance.now();
    const text = await fetchUrl(`http://127.0.0.1:${port}/`, { allow: [`127.0.0.1:${port}`], timeout: 400 });
    expect(text).toMatch(/did not answer in full within 400 ms$/);
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  it.each<[string, string, RegExp]>([
    [
      "switches protocols",
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
      /without an answer/,
    ],
    ["breaks off", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc", /the answer broke off before its end/],
    ["says nothing", "", /cannot be fetched|without an answer/],
    [
      "sends bytes as text",
      "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-type: text/plain\r\n\r\n\0x",
      /not a text/,
    ],
    ["has an overlong head", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, /Header overflow/],
    [
      "redirects to an overlong place",
      `HTTP/1.1 302 Found\r\nlocation: http://${"a".repeat(9_000)}:99999/\r\n\r\n`,
      /^.{0,400}$/,
    ],
  ])("ends where the server %s", async (_, answer, message) => {
    const server = createSocketServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const text = await fetchUrl(`http://127.0.0.1:${port}/`, { allow: [`127.0.0.1:${port}`], timeout: 2_000 });
    server.close();
    expect(text).toMatch(/^error: /);
    expect(text).toMatch(message);
  });

  it("does not repeat an overlong address", async () => {
    expect((await fetchUrl("b".repeat(100_000), { allow: ["good.example"] })).length).toBeLessThan(400);
    const names = { allow: ["M\u00fcnchen.invalid", "*.Upper.invalid"] };
    expect(await fetchUrl("http://m\u00fcnchen.invalid/", names)).toMatch(/cannot be fetched/);
    expect(await fetchUrl("http://a.upper.invalid/", names)).toMatch(/cannot be fetched/);
  });

  it("refuses what is packed, what is no text, and what failed", async () => {
    const port = await serve((request, response) => {
      if (request.url === "/gzip") response.writeHead(200, { "content-encoding": "gzip" }).end("x");
      else if (request.url === "/pdf") response.writeHead(200, { "content-type": "application/pdf" }).end("x");
      else response.writeHead(404, { "content-type": "text/plain" }).end("no such page");
    });
    const get = (path: string) => fetchUrl(`http://127.0.0.1:${port}${path}`, { allow: [`127.0.0.1:${port}`] });
    expect(await get("/gzip")).toMatch(/is packed \(gzip\)/);
    expect(await get("/pdf")).toMatch(/is "application\/pdf", not a text/);
    expect(await get("/none")).toBe("error: the server answered with the status 404: no such page");
  });
});

it("knows public addresses", () => {
  for (const address of ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "2a00:1450::1"])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  for (const address of [
    "0.0.0.0",
    "100.64.1.1",
    "172.31.0.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "fe80::1%eth0",
    "fd00::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "::ffff:10.0.0.1",
    "::ffff:0:7f00:1",
    "64:ff9b:2::7f00:1",
    "100:0:0:1::1",
    "3fff::1",
    "5f00::1",
    "1::1",
    "localhost",
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
});
