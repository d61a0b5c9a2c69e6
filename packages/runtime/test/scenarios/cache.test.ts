/** Results that are kept (L4): what is a hit, what is a miss, and that no call fails for its cache. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, bindTools, type CacheStore, fileCache, type Tool, type ToolOptions, ToolResult } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bound, manifestEntry, manifestOf, text } from "../support/bound.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "runa-cache-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

function memoryCache(): CacheStore & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get: (key) => entries.get(key),
    set: (key, value) => void entries.set(key, value),
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

function replaceAll({ entries }: ReturnType<typeof memoryCache>, change: (value: string) => string): void {
  for (const [key, value] of entries) entries.set(key, change(value));
}

interface Counted {
  readonly tool: Tool;
  calls: number;
}

function counted(result: (a: unknown, b: unknown) => unknown, options: Parameters<typeof bound>[2] = {}): Counted {
  const given: Counted & { calls: number } = {
    calls: 0,
    tool: bound(
      "look",
      (a: unknown, b: unknown) => {
        given.calls++;
        return result(a, b);
      },
      { properties: { a: text, b: text }, ...options },
    ),
  };
  return given;
}

describe("cache", () => {
  it("answers the same arguments again, in any order of keys", async () => {
    const store = memoryCache();
    const look = counted((a, b) => ({ a, b }));
    const tool = look.tool.with({ cache: { store } });
    expect(await tool.invoke('{"a":"1","b":"2"}')).toBe('{"a":"1","b":"2"}');
    expect(await tool.invoke('{ "b": "2", "a": "1" }')).toBe('{"a":"1","b":"2"}');
    expect(look.calls).toBe(1);
    await tool.invoke('{"a":"1"}');
    expect(look.calls).toBe(2);
  });

  it.each<readonly [result: unknown, said: string]>([
    [null, "null"],
    [undefined, "(no output)"],
    ["", ""],
    [0, "0"],
    [12n, "12"],
    [Number.NaN, "NaN"],
    [new Map([["x", new Date(0)]]), '{"x":"1970-01-01T00:00:00.000Z"}'],
  ])("keeps %o", async (result, said) => {
    const look = counted(() => result);
    const tool = look.tool.with({ cache: { store: memoryCache() } });
    expect([await tool.invoke("{}"), await tool.invoke("{}")]).toEqual([said, said]);
    expect(look.calls).toBe(1);
  });

  it.each<{ what: string; result: () => unknown; options?: object }>([
    { what: "a failure", result: () => Promise.reject(new Error("no")) },
    { what: "a returned error", result: () => new Error("no") },
    { what: "media", result: () => new ToolResult({ content: "x", images: [{ content: "aGk=" }] }) },
    {
      what: "a generator",
      result: function* () {
        yield "a";
        return "b";
      },
    },
    { what: "a tool with secrets", result: () => "x", options: { secret: ["/properties/a"] } },
    { what: "a tool that takes images", result: () => "x", options: { params: [{ inject: "images" }] } },
    {
      what: "a tool that takes ctx, without user and session",
      result: () => "x",
      options: { params: [{ inject: "ctx" }] },
    },
  ])("does not keep $what", async ({ result, options }) => {
    const look = counted(result, options);
    const store = memoryCache();
    const tool = look.tool.with({ cache: { store } });
    await tool.invoke("{}");
    await tool.invoke("{}");
    expect(look.calls).toBe(2);
    expect(store.entries.size).toBe(0);
  });

  it("is apart for each user and session where the tool takes ctx", async () => {
    const look = counted(() => "x", { params: [{ inject: "ctx" }] });
    const tool = look.tool.with({ cache: { store: memoryCache() } });
    const calls = async (ctx: object): Promise<number> => {
      await tool.invoke("{}", { ctx });
      return look.calls;
    };
    expect(await calls({ userId: "ada" })).toBe(1);
    expect(await calls({ userId: "ada" })).toBe(1);
    expect(await calls({ userId: "bob" })).toBe(2);
    expect(await calls({ userId: "ada", sessionId: "s" })).toBe(3);
    expect(await calls({ sessionId: "ada" })).toBe(4);
  });

  it("is apart for each project, which may have tools of one name in a module of one path", async () => {
    const store = memoryCache();
    const lookIn = (project: string): Tool => {
      const binding = `file:///projects/${project}/src/runa.tools.ts`;
      const tools = bindTools<{ look: Tool }>(manifestOf(manifestEntry("look")), binding, { look: () => project });
      return tools.look.with({ cache: { store } });
    };
    expect(await lookIn("one").invoke("{}")).toBe("one");
    expect(await lookIn("two").invoke("{}")).toBe("two");
    expect(await lookIn("one").invoke("{}")).toBe("one");
    expect(store.entries.size).toBe(2);
  });

  it("is apart for each agent", async () => {
    const look = counted(() => "x");
    const store = memoryCache();
    for (const name of ["one", "two", "one"]) {
      const model = new ScriptedModel([{ toolCalls: [{ name: "look" }] }, "done"]);
      await new Agent({ name, model, cache: store, tools: [look.tool.with({ cache: true })] }).run("go");
    }
    expect(look.calls).toBe(2);
  });

  it.each<ToolOptions>([{ cache: { ttl: 30 } }, { cache: true, cacheTtl: 30 }])(
    "ends with its time: %o",
    async (options) => {
      const look = counted(() => "x");
      const store = memoryCache();
      const agent = (): Agent =>
        new Agent({
          name: "test",
          cache: store,
          model: new ScriptedModel([{ toolCalls: [{ name: "look" }] }, "done"]),
          tools: [look.tool.with(options)],
        });
      await agent().run("go");
      await new Promise((resolve) => setTimeout(resolve, 50));
      await agent().run("go");
      expect(look.calls).toBe(2);
    },
  );

  it("runs hooks on a hit, and keeps nothing of a call whose arguments a hook changed", async () => {
    const seen: unknown[] = [];
    const look = counted((a) => ({ a }));
    const store = memoryCache();
    const observed = look.tool.with({
      cache: { store },
      toolHooks: [({ next }) => next()],
      postHook: ({ result }) => void seen.push(result),
    });
    await observed.invoke('{"a":"1"}');
    await observed.invoke('{"a":"1"}');
    expect([look.calls, seen]).toEqual([1, [{ a: "1" }, { a: "1" }]]);
    const changed = look.tool.with({ cache: { store }, toolHooks: [({ next }) => next({ a: "9" })] });
    expect(await changed.invoke('{"a":"1"}')).toBe('{"a":"9"}');
    expect(await changed.invoke('{"a":"1"}')).toBe('{"a":"9"}');
    expect([look.calls, store.entries.size]).toEqual([3, 1]);
  });

  it.each<readonly [what: string, spoil: (store: ReturnType<typeof memoryCache>) => void]>([
    ["is cut off", (store) => replaceAll(store, (value) => value.slice(0, 20))],
    ["belongs to another key", (store) => replaceAll(store, () => '{"format":1,"key":"x"}')],
    ["is no entry", (store) => replaceAll(store, () => "null")],
    [
      "cannot be read",
      (store) => {
        store.get = () => Promise.reject(new Error("no disk"));
      },
    ],
  ])("calls the function where what is kept %s", async (_what, spoil) => {
    const look = counted(() => "x");
    const store = memoryCache();
    const tool = look.tool.with({ cache: { store } });
    await tool.invoke("{}");
    spoil(store);
    expect(await tool.invoke("{}")).toBe("x");
    expect(look.calls).toBe(2);
  });

  it("refuses options that do not fit", () => {
    const { tool } = counted(() => "x");
    expect(() => tool.with({ cache: { tttl: 1 } as object })).toThrow('has no option "tttl"; did you mean "ttl"?');
    expect(() => tool.with({ cache: { store: {} as CacheStore } })).toThrow("get, set, delete and clear");
  });
});

describe("fileCache", () => {
  it("keeps private files that are written whole", async () => {
    const place = join(folder, "private", "results");
    const look = counted(() => "x");
    const tool = look.tool.with({ cache: { store: fileCache(place) } });
    await Promise.all(Array.from({ length: 20 }, (_, index) => tool.invoke({ a: String(index % 3) })));
    const names = await readdir(place);
    expect(names).toHaveLength(3);
    expect((await stat(place)).mode & 0o777).toBe(0o700);
    for (const name of names) {
      expect((await stat(join(place, name))).mode & 0o777).toBe(0o600);
      expect(JSON.parse(await readFile(join(place, name), "utf8"))).toMatchObject({ key: name, text: "x" });
    }
    const before = look.calls;
    await look.tool.with({ cache: { store: fileCache(place) } }).invoke({ a: "1" });
    expect(look.calls).toBe(before);
  });

  it("leaves a folder that it did not make as it was, and keeps its own files private there", async () => {
    const place = join(folder, "shared");
    await mkdir(place);
    await chmod(place, 0o775);
    await counted(() => "x")
      .tool.with({ cache: { store: fileCache(place) } })
      .invoke("{}");
    expect((await stat(place)).mode & 0o777).toBe(0o775);
    const [name = ""] = await readdir(place);
    expect((await stat(join(place, name))).mode & 0o777).toBe(0o600);
  });

  it("clears its own files and no others", async () => {
    const place = join(folder, "mixed");
    const store = fileCache(place);
    await store.clear();
    await store.set("a".repeat(64), "x", 1);
    await writeFile(join(place, "notes.txt"), "mine");
    await store.clear();
    expect(await readdir(place)).toEqual(["notes.txt"]);
    expect(await store.get("a".repeat(64))).toBeUndefined();
    await expect(async () => store.get("../../etc/passwd")).rejects.toThrow("64 hexadecimal digits");
  });

  it("lets the tool run where its folder cannot be made", async () => {
    const file = join(folder, "a-file");
    await writeFile(file, "");
    const look = counted(() => "x");
    expect(await look.tool.with({ cache: { store: fileCache(join(file, "below")) } }).invoke("{}")).toBe("x");
  });
});
