/** Which process has a run, and whether it still lives. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { Owner } from "./store.ts";

let self: Owner | undefined;

export function thisProcess(): Owner {
  self ??= {
    id: globalThis.crypto.randomUUID(),
    host: describeHost(),
    pid: process.pid,
    startedAt: startOf(process.pid) ?? "",
  };
  return self;
}

/** Certain only about processes of this machine; of others it says false. */
export function isKnownDead(owner: Owner): boolean {
  const here = thisProcess();
  if (owner.host !== here.host || owner.id === here.id) return false;
  if (owner.startedAt !== "") return startOf(owner.pid) !== owner.startedAt;
  return !exists(owner.pid);
}

/** Containers have process numbers of their own, and may share a name. */
function describeHost(): string {
  const parts = [hostname()];
  try {
    parts.push(readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(), readlinkSync("/proc/self/ns/pid"));
  } catch {
    // No Linux: the name alone.
  }
  return parts.join(" ");
}

/** In clock ticks since boot: the 22nd field; the second is the command in brackets, which may hold anything. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended; its parent has not looked yet.
    return state === "Z" || state === "X" ? undefined : fields[18];
  } catch {
    // No such process, or no such file system.
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
