import { expect, it } from "vitest";
import { type CommandLine, parseCommandLine } from "./command-line.ts";

const MANIFEST = "src/runa.tools.json";

it.each<[words: string, line: CommandLine]>([
  ["--help", { kind: "help" }],
  ["help mcp", { kind: "help" }],
  ["mcp -h", { kind: "help" }],
  ["--version", { kind: "version" }],
  [`mcp ${MANIFEST}`, { kind: "mcp", manifest: MANIFEST, options: {} }],
  [
    `mcp ${MANIFEST} --tools a,b --name x`,
    { kind: "mcp", manifest: MANIFEST, options: { tools: ["a", "b"], name: "x" } },
  ],
  [
    `mcp ${MANIFEST} --http`,
    { kind: "mcp", manifest: MANIFEST, options: { http: { allowedHosts: [], allowedOrigins: [] } } },
  ],
  [
    `mcp ${MANIFEST} --port 3000 --host ::1 --allow-host a --allow-host b --allow-origin c`,
    {
      kind: "mcp",
      manifest: MANIFEST,
      options: { http: { port: 3000, host: "::1", allowedHosts: ["a", "b"], allowedOrigins: ["c"] } },
    },
  ],
  [
    `mcp ${MANIFEST} --host ::1`,
    { kind: "mcp", manifest: MANIFEST, options: { http: { host: "::1", allowedHosts: [], allowedOrigins: [] } } },
  ],
  [
    `mcp ${MANIFEST} --allow-host a`,
    { kind: "mcp", manifest: MANIFEST, options: { http: { allowedHosts: ["a"], allowedOrigins: [] } } },
  ],
  [
    `mcp ${MANIFEST} --allow-origin a`,
    { kind: "mcp", manifest: MANIFEST, options: { http: { allowedHosts: [], allowedOrigins: ["a"] } } },
  ],
  [`inspect ${MANIFEST}`, { kind: "inspect", manifest: MANIFEST, isApproved: false }],
  [
    `inspect ${MANIFEST} add {}`,
    { kind: "inspect", manifest: MANIFEST, tool: "add", argumentsText: "{}", isApproved: false },
  ],
  [
    `inspect ${MANIFEST} add {} --yes`,
    { kind: "inspect", manifest: MANIFEST, tool: "add", argumentsText: "{}", isApproved: true },
  ],
])("reads: runa %s", (words, line) => {
  expect(parseCommandLine(words.split(" "))).toEqual(line);
});

it.each<[words: string, message: string]>([
  ["", "Say what to do."],
  ["inspct x", 'There is no command "inspct". Did you mean inspect?'],
  ["serve x", 'There is no command "serve".'],
  ["mcp", "mcp needs the manifest, such as src/runa.tools.json."],
  ["mcp a b", 'mcp takes one manifest; "b" is one word too many.'],
  ["mcp a --port x", '--port takes a number up to 65535, not "x".'],
  ["mcp a --port 65536", '--port takes a number up to 65535, not "65536".'],
  ["mcp a --yes", "--yes goes with inspect."],
  ["inspect a --http", "--http goes with mcp."],
  ["inspect a add {} {}", "inspect takes a tool and its arguments as one word of JSON; quote it."],
])("refuses: runa %s", (words, message) => {
  const line = parseCommandLine(words.split(" ").filter((word) => word !== ""));
  expect(line).toEqual({ kind: "wrong-use", message });
});

it("refuses a flag that does not exist", () => {
  expect(parseCommandLine(["mcp", MANIFEST, "--prot", "1"])).toMatchObject({
    kind: "wrong-use",
    message: expect.stringContaining("--prot"),
  });
});
