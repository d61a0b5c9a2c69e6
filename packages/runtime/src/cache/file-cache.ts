/** Results of tools as files that nobody else on the machine can read. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { UserError } from "../errors/user-error.ts";
import type { CacheStore } from "../tool/cache-store.ts";

const KEY = /^[0-9a-f]{64}$/;
/** Also what a process left behind that died while it wrote. */
const OWN_FILE = /^[0-9a-f]{64}(?:\.[0-9a-f-]{36}\.new)?$/;

/**
 * One file for each result, written whole or not at all, so that several processes can share a folder.
 *
 * @param folder Made when it is first written to, for its owner only; one that is there already stays as it is. Default:
 * `runa` below `XDG_CACHE_HOME`, else below `~/.cache`.
 *
 * @example
 * ```ts
 * const agent = new Agent({ name: "weather_agent", cache: fileCache("tmp/results"), tools: [tools.getWeather.with({ cache: true })] });
 * ```
 */
export function fileCache(folder: string = defaultFolder()): CacheStore {
  const fileOf = (key: string): string => {
    if (KEY.test(key)) return join(folder, key);
    throw new UserError("RUNA_INVALID_OPTION", `A key of the result cache has 64 hexadecimal digits, not ${key}.`);
  };
  return {
    get: async (key) => {
      try {
        return await readFile(fileOf(key), "utf8");
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    set: async (key, value) => {
      const file = fileOf(key);
      const unfinished = `${file}.${globalThis.crypto.randomUUID()}.new`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await writeFile(unfinished, value, { mode: 0o600, flag: "wx" });
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    delete: (key) => rm(fileOf(key), { force: true }),
    clear: async () => {
      for (const name of await namesIn(folder)) if (OWN_FILE.test(name)) await rm(join(folder, name), { force: true });
    },
  };
}

function defaultFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "runa");
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
