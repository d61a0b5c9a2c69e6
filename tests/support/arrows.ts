/** Who may import whom, and where each library lives. Drawn and explained in `docs/architecture.md`. */

interface Arrows {
  readonly [layer: string]: readonly string[];
}

export const ARROWS: { readonly [name: string]: Arrows } = {
  codegen: {
    index: ["build", "generate", "check", "signature", "diagnostics", "manifest"],
    cli: ["build", "generate", "check", "cache", "outputs", "manifest", "diagnostics"],
    generate: ["build", "outputs", "diagnostics"],
    check: ["build", "outputs", "signature", "diagnostics"],
    build: ["project", "signature", "schema", "manifest", "outputs", "diagnostics"],
    cache: ["diagnostics"],
    project: ["diagnostics", "signature", "reader"],
    reader: ["signature", "diagnostics"],
    schema: ["signature", "diagnostics"],
    manifest: ["signature", "schema", "diagnostics"],
    outputs: ["signature", "manifest", "diagnostics"],
    diagnostics: ["signature"],
    signature: [],
  },
  runtime: {
    index: ["agent", "cache", "run", "session", "binding", "gating", "providers", "model", "tool", "errors", "logging"],
    agent: [
      "run",
      "session",
      "binding",
      "call",
      "gating",
      "providers",
      "model",
      "manifest",
      "tool",
      "errors",
      "logging",
    ],
    run: ["call", "gating", "session", "tracing", "validation", "model", "manifest", "tool", "errors", "logging"],
    cache: ["tool", "errors"],
    otel: ["tracing", "model", "tool", "errors"],
    tracing: ["model", "manifest", "tool", "errors", "logging"],
    binding: ["call", "manifest", "validation", "tool", "errors"],
    // The worker's side of a call: loaded in worker threads, imported by nothing.
    worker: ["binding", "call", "threads", "validation", "manifest", "tool", "errors"],
    call: ["cache", "gating", "session", "threads", "validation", "model", "manifest", "tool", "errors"],
    gating: ["manifest", "tool", "errors"],
    session: ["model", "manifest", "tool", "errors"],
    sqlite: ["session", "errors"],
    postgres: ["session", "errors"],
    threads: ["manifest", "tool", "errors", "logging"],
    validation: ["manifest", "errors"],
    testing: ["model", "manifest", "tool"],
    model: ["tool", "manifest"],
    providers: ["model", "tool", "manifest", "http", "errors", "logging"],
    http: ["errors"],
    mcp: ["call", "gating", "validation", "model", "manifest", "tool", "errors"],
    // Written as any user would write them: functions, comments, and what runa-gen makes of them.
    toolkits: ["tool", "errors"],
    interop: ["call", "model", "manifest", "tool", "errors"],
    // The commands: `runa mcp`, `runa inspect`.
    cli: ["mcp", "binding", "call", "tool", "errors"],
    // The types of items only, which import nothing.
    tool: ["model", "manifest", "errors", "logging"],
    manifest: [],
    errors: ["logging"],
    logging: [],
  },
};

/** Folders or files below `src` that may import a library, by package. */
export const HOMES: { readonly [name: string]: { readonly [library: string]: readonly string[] } } = {
  codegen: {
    "@runa/runtime/manifest": [""],
    "@runa/runtime/validation": ["manifest/"],
    "ts-morph": ["project/", "reader/"],
    chokidar: ["cli/"],
    picocolors: ["cli/"],
    tinyglobby: ["project/"],
    tsx: [],
  },
  runtime: {
    ajv: ["validation/"],
    "ajv-formats": ["validation/"],
    undici: ["http/"],
    "eventsource-parser": ["http/"],
    "p-limit": ["call/"],
    piscina: ["threads/"],
    "@opentelemetry/api": ["otel/"],
    // mcp/server/ and mcp/client/: neither needs the package of the other.
    "@runa/runtime": ["toolkits/"],
    ai: ["interop/"],
    "@openai/agents-core": ["interop/"],
    "@langchain/core": ["interop/"],
    "@modelcontextprotocol/server": ["mcp/server/"],
    "@modelcontextprotocol/client": ["mcp/client/"],
    tsx: ["cli/"],
    pg: ["postgres/", "toolkits/sql/"],
    "@photostructure/sqlite": ["sqlite/"],
  },
};
